import { expect, test } from "vitest";
import { findSlopes, type Period } from "./flatness.ts";

const flat = { memoryMb: 150, p50Ms: 6, p99Ms: 30, actions: 100 };

test("a soak that warms up and then stays as it is, is flat", () => {
  const memory = [90, 120, 140, 150, 148, 155, 151, 149, 153];

  expect(findSlopes(memory.map((memoryMb) => ({ ...flat, memoryMb })))).toEqual([]);
});

test("one bad moment is no slope", () => {
  expect(findSlopes(series((at) => (at === 8 ? { p99Ms: 900, memoryMb: 300 } : {})))).toEqual([]);
});

test.each<{ what: string; change: (at: number) => Partial<Period>; slope: string }>([
  {
    what: "memory that leaks",
    change: (at) => ({ memoryMb: 100 + 20 * at }),
    slope: "memoryMb went from 180 to 240.",
  },
  {
    what: "latency that creeps up",
    change: (at) => ({ p50Ms: 2 + 10 * at }),
    slope: "p50Ms went from 42 to 72.",
  },
  {
    what: "a tail that grows",
    change: (at) => ({ p99Ms: 10 * 2 ** at }),
    slope: "p99Ms went from 160 to 1280.",
  },
  {
    what: "an end in which nothing happens",
    change: (at) => (at > 6 ? { actions: 0 } : {}),
    slope: "Nothing was done in the end.",
  },
])("$what is told", ({ change, slope }) => {
  expect(findSlopes(series(change))).toEqual([slope]);
});

test("a run too short to show a slope is told", () => {
  expect(findSlopes([flat, flat])).toEqual(["Fewer than six periods show no slope."]);
});

function series(change: (at: number) => Partial<Period>): Period[] {
  return Array.from({ length: 9 }, (_, at) => ({ ...flat, ...change(at) }));
}
