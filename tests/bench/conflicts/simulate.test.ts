import { describe, expect, test } from "vitest";
import { conflictsBetween, KnownConflicts, type Sets } from "./sets.ts";
import { randomMoments, simulate } from "./simulate.ts";
import { seeded } from "convex-host/seeded";

/** Reads and writes one row. */
const counting = (id: string): Sets => ({
  reads: { documents: new Set([id]), ranges: new Map() },
  writes: [{ id, table: "counters", keys: [] }],
});

/** Reads the keys of an index from `lower` and before `upper`, writes nothing. */
const looking = (lower: string, upper: string | null): Sets => ({
  reads: { documents: new Set(), ranges: new Map([["events.at", [{ lower, upper }]]]) },
  writes: [],
});

/** Adds a row with a key, reads nothing. */
const adding = (key: string, index = "events.at"): Sets => ({
  reads: { documents: new Set(), ranges: new Map() },
  writes: [{ id: `row ${key}`, table: "events", keys: [{ index, key }] }],
});

function outcomeOf(all: Sets[], moments: [at: number, transaction: number][], commitMs = 10) {
  const arrivals = moments.map(([at, transaction]) => ({ at, transaction }));
  return simulate(new KnownConflicts(all), { arrivals, commitMs, seed: 1 });
}

describe("two transactions", () => {
  test("conflict in a document that one reads and the other writes", () => {
    expect([...conflictsBetween(counting("a"), counting("a"))]).toEqual([
      "counters, read by its id",
    ]);
    expect(conflictsBetween(counting("a"), counting("b")).size).toBe(0);
  });

  test("conflict in a key within a range, whose end does not belong to it", () => {
    const isConflict = (reader: Sets, writer: Sets) => conflictsBetween(reader, writer).size > 0;
    expect(isConflict(looking("b", "d"), adding("b"))).toBe(true);
    expect(isConflict(looking("b", "d"), adding("a"))).toBe(false);
    expect(isConflict(looking("b", "d"), adding("d"))).toBe(false);
    expect(isConflict(looking("b", null), adding("z"))).toBe(true);
    expect(isConflict(looking("b", "d"), adding("c", "events.kind"))).toBe(false);
  });

  test("do not conflict where both only write", () => {
    expect(conflictsBetween(adding("a"), adding("a")).size).toBe(0);
  });
});

describe("a simulation", () => {
  test("lets the second of two that overlap run again", () => {
    const all = [counting("a")];
    expect(outcomeOf(all, [...at(0, 5)])).toMatchObject({
      ...{ transactions: 2, conflicted: 1, conflicts: 1, retries: 1, failed: 0 },
      conflictsByPlace: new Map([["counters, read by its id", 1]]),
    });
  });

  test("finds no conflict with a commit at the moment of the snapshot, nor with a later one", () => {
    expect(outcomeOf([counting("a")], at(0, 10, 20)).conflicts).toBe(0);
    const all = [looking("a", null), adding("b")];
    expect(
      outcomeOf(all, [
        [0, 0],
        [1, 1],
      ]).conflicts,
    ).toBe(0);
    expect(
      outcomeOf(all, [
        [0, 1],
        [1, 0],
      ]).conflicts,
    ).toBe(1);
  });

  test("stores nothing of a run that conflicted", () => {
    const both: Sets = {
      reads: counting("a").reads,
      writes: [...counting("a").writes, ...counting("b").writes],
    };
    // The second conflicts with the first. The third read only a row that the second did not get to write.
    const all = [counting("a"), both, counting("b")];
    const outcome = outcomeOf(all, [
      [0, 0],
      [5, 1],
      [8, 2],
    ]);
    expect(outcome).toMatchObject({ conflicted: 1, conflicts: 1 });
  });

  test("gives up after four retries", () => {
    // Another transaction commits in each millisecond, for longer than all backoff pauses together.
    const writer: Sets = { ...counting("a"), reads: adding("x").reads };
    const all = [counting("a"), writer];
    const moments = Array.from({ length: 5_000 }, (_, ms): [number, number] => [ms, 1]);
    expect(outcomeOf(all, [[20, 0], ...moments])).toMatchObject({
      ...{ conflicted: 1, conflicts: 5, retries: 4, failed: 1 },
    });
  });

  test("comes to the same end from the same seed", () => {
    const run = (seed: number) => {
      const moments = randomMoments(200, 2, seeded(seed));
      const arrivals = moments.map((moment, count) => ({ at: moment, transaction: count % 2 }));
      return simulate(new KnownConflicts([counting("a"), counting("b")]), {
        arrivals,
        commitMs: 20,
        seed,
      });
    };
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
    expect(run(7).conflicts).toBeGreaterThan(0);
  });

  test("has as many moments a second as said", () => {
    const moments = randomMoments(100, 100, seeded(3));
    expect(moments.length).toBeGreaterThan(9_700);
    expect(moments.length).toBeLessThan(10_300);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });
});

function at(...moments: number[]): [number, number][] {
  return moments.map((moment) => [moment, 0]);
}
