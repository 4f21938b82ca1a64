import { expect, test, vi } from "vitest";
import { makeInTurns, whenUsed } from "../../../src/lib/when-used.ts";

test("a value is made once, when it is first used", () => {
  const make = vi.fn<() => object>(() => ({}));
  const value = whenUsed(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledOnce();
});

test("no format and no order of names is made as the code of a first page is loaded, which would hold up its first picture", async () => {
  const made: string[] = [];
  for (const name of ["DateTimeFormat", "NumberFormat", "Collator"] as const) {
    const Real = Intl[name] as new (...args: unknown[]) => object;
    vi.spyOn(Intl, name).mockImplementation(function make(...args: unknown[]) {
      made.push(`${name} ${JSON.stringify(args)}`);
      return new Real(...args);
    });
  }
  vi.spyOn(Number.prototype, "toLocaleString").mockImplementation(function make() {
    made.push("toLocaleString");
    return "";
  });
  await import("../../../src/routeTree.gen.ts");
  await import("../../../src/features/dashboard/dashboard-page.tsx");
  await import("../../../src/features/board/board-page.tsx");
  await import("../../../src/features/units/units-page.tsx");
  await import("../../../src/features/time/week/time-format.ts");
  await import("../../../src/features/users/user-filter.ts");
  await import("../../../src/features/project-team/team-groups.ts");
  await import("../../../src/features/team-members/shown-members.ts");
  await import("../../../src/features/analytics/figures/figure-texts.ts");
  // The rules of forms load after the first answers, while a person may be pressing something.
  await import("../../../src/features/units/unit-plan.tsx");
  await import("../../../src/features/projects/dialogs/create-project-dialog.tsx");
  await import("../../../src/features/task-templates/template-dialog.tsx");
  await import("../../../src/features/team-members/member-form.tsx");
  await import("../../../src/features/time/entry/entry-form.tsx");
  await import("../../../src/features/views/view-dialog.tsx");
  vi.restoreAllMocks();
  expect(made).toEqual([]);
});

test("values that are made early are made in turns of their own, and once", async () => {
  const made: string[] = [];
  const [first, second] = ["first", "second"].map((name) => whenUsed(() => made.push(name)));
  const all = makeInTurns([first, second].filter((value) => value !== undefined));
  expect(made).toEqual([]);
  await all;
  expect(made).toEqual(["first", "second"]);
  first?.();
  expect(made).toHaveLength(2);
});
