import { expect, test } from "vitest";
import { createRecordSelection } from "../../../src/lib/selection/record-selection.ts";
import { refusalOfMany } from "../../../src/lib/selection/bulk-refusal.ts";
import { ConvexError } from "convex/values";

test("records are selected one by one, in a range from the last one, and all [QUICK-03]", () => {
  const selection = createRecordSelection();
  selection.show(["a", "b", "c", "d", "e"]);
  const now = () => [...selection.snapshot()];

  selection.extendTo("b");
  expect(now()).toEqual(["b"]);
  selection.extendTo("d");
  expect(now()).toEqual(["b", "c", "d"]);
  selection.toggle("c");
  selection.extendTo("a");
  expect(now().toSorted()).toEqual(["a", "b", "c", "d"]);
  selection.add(["e", "a"]);
  expect(now()).toHaveLength(5);
  selection.clear();
  expect(now()).toEqual([]);
});

test("what a filter hides stays selected, and a range leaves it out [QUICK-03]", () => {
  const selection = createRecordSelection();
  selection.show(["a", "b", "c"]);
  selection.toggle("b");
  selection.show(["a", "c", "d"]);
  selection.toggle("a");
  selection.extendTo("d");

  expect([...selection.snapshot()].toSorted()).toEqual(["a", "b", "c", "d"]);
});

test("a refusal names the record that is in the way, and how many others are [QUICK-03]", () => {
  const records = [{ name: "Paint, 101" }, { name: "Keys, 101" }, { name: "Oven, 102" }];
  const message = "A completed task cannot be blocked";
  const errors = [1, 2].map((at) => ({ path: `ids.${at}`, message }));
  const refusal = new ConvexError({ code: "invalid", message, errors });

  expect(refusalOfMany(refusal, records)).toBe(
    "Keys, 101 and 1 other: A completed task cannot be blocked. Nothing was changed.",
  );
  expect(refusalOfMany(new Error("socket"), records)).toBe(
    "Something went wrong. Try again in a moment.",
  );
});
