import { describe, expect, test } from "vitest";
import {
  assignLabel,
  isAllSelected,
  listAvailable,
  selectedIds,
  toggleAll,
  toggleOne,
} from "../../../src/features/tasks/assign/assign-selection.ts";
import { groupByCategory } from "../../../src/lib/template-groups.ts";
import { templateOf } from "../support/records.ts";

const paint = templateOf({ id: "paint", category: "Paint" });
const keys = templateOf({ id: "keys", category: null });
const blank = templateOf({ id: "blank", category: "  " });
const doors = templateOf({ id: "doors", category: "Carpentry" });
const trim = templateOf({ id: "trim", category: "Paint" });
const all = [keys, paint, blank, doors, trim];

describe("listing", () => {
  test("templates are grouped by category, those without one last under Other [ASSIGN-02]", () => {
    const groups = groupByCategory(all).map(({ category, templates }) => [
      category,
      ...templates.map((template) => template.id),
    ]);

    expect(groups).toEqual([
      ["Paint", "paint", "trim"],
      ["Carpentry", "doors"],
      ["Other", "keys", "blank"],
    ]);
  });

  test("assigned templates are not listed [ASSIGN-07]", () => {
    expect(listAvailable(all, new Set(["paint", "keys"]))).toEqual([blank, doors, trim]);
  });
});

describe("selection", () => {
  test("select all selects every listed template, and unselects them when all are selected [ASSIGN-04]", () => {
    const selected = toggleAll(new Set(["paint"]), all);
    expect(isAllSelected(selected, all)).toBe(true);
    expect(toggleAll(selected, all)).toEqual(new Set());
  });

  test("nothing listed is never all selected [ASSIGN-04]", () => {
    expect(isAllSelected(new Set(), [])).toBe(false);
  });

  test("toggling one adds and removes it and leaves the old selection alone [ASSIGN-05]", () => {
    const before = new Set(["paint"]);
    expect(toggleOne(before, "keys")).toEqual(new Set(["paint", "keys"]));
    expect(toggleOne(before, "paint")).toEqual(new Set());
    expect(before).toEqual(new Set(["paint"]));
  });

  test("a selected template that someone else assigned meanwhile no longer counts [ASSIGN-07]", () => {
    expect(selectedIds(new Set(["doors", "paint"]), [doors, trim])).toEqual(["doors"]);
  });

  test.each([
    [0, "Assign 0 Tasks"],
    [1, "Assign 1 Task"],
    [2, "Assign 2 Tasks"],
  ])("%i selected reads %s [ASSIGN-06]", (count, label) => {
    expect(assignLabel(count)).toBe(label);
  });
});
