import { expect, test } from "vitest";
import { inOrder, withPressed } from "../../../src/features/photo-wall/pair.ts";
import { endsAfter, pagesOf } from "../../../src/features/photo-wall/wall-pages.ts";
import { projectPhotoOf } from "../support/records.ts";

test("a page that was read keeps its end, and the last one is bounded by a number [COMPARE-02]", () => {
  expect(pagesOf({ projectId: "p" }, ["a", "b"])).toEqual([
    { projectId: "p", cursor: null, through: "a" },
    { projectId: "p", cursor: "a", through: "b" },
    { projectId: "p", cursor: "b", limit: 100 },
  ]);
});

test("a page that has grown too long ends earlier, and another one follows [COMPARE-02]", () => {
  const ends = ["a", "b"];
  const answers = (...cursors: (string | null)[]) =>
    cursors.map((continueCursor) => ({ continueCursor }));

  expect(endsAfter(ends, answers("a", "b", null))).toBe(ends);
  expect(endsAfter(ends, answers("a", "a2", "c"))).toEqual(["a", "a2", "b"]);
});

test("two photos are chosen at most, and the older one comes first [COMPARE-01]", () => {
  expect(withPressed([], "a")).toEqual(["a"]);
  expect(withPressed(["a", "b"], "c")).toEqual(["b", "c"]);
  expect(withPressed(["a", "b"], "a")).toEqual(["b"]);
  const photos = [
    projectPhotoOf({ id: "new", photoDate: "2026-03-09T12:00:00.000Z" }),
    projectPhotoOf({ id: "old" }),
  ];
  expect(inOrder(["new", "old"], photos)).toEqual(["old", "new"]);
  expect(inOrder(["old", "new"], photos)).toEqual(["old", "new"]);
  expect(inOrder(["unread", "new"], photos)).toEqual(["unread", "new"]);
});
