import { expect, test } from "vitest";
import { inOrder, withPressed } from "../../../src/features/photo-wall/pair.ts";
import { projectPhotoOf } from "../support/records.ts";

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
