import { expect, test } from "vitest";
import { endsAfter, pagesOf } from "../../../src/lib/page-ends.ts";

test("a page that was read keeps its end, and the last one is bounded by a number [COMPARE-02] [HIST-01]", () => {
  expect(pagesOf({ projectId: "p" }, { ends: ["a", "b"], limit: 100 })).toEqual([
    { projectId: "p", cursor: null, through: "a" },
    { projectId: "p", cursor: "a", through: "b" },
    { projectId: "p", cursor: "b", limit: 100 },
  ]);
});

test("a page that has grown too long ends earlier, and another one follows [COMPARE-02] [HIST-01]", () => {
  const ends = ["a", "b"];
  const answers = (...cursors: (string | null)[]) =>
    cursors.map((continueCursor) => ({ continueCursor }));

  expect(endsAfter(ends, answers("a", "b", null))).toBe(ends);
  expect(endsAfter(ends, answers("a", "a2", "c"))).toEqual(["a", "a2", "b"]);
});
