import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { backgroundWork } from "../../../src/lib/background-work.ts";
import { drafts, formDrafts } from "../../../src/lib/typed/drafts.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { memberOf, projectOf, taskOf, templateOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  for (const key of drafts.snapshot().keys()) drafts.clear(key);
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
  backend.answer(api.taskTemplates.list, {}, [
    templateOf({ id: "a", name: "Keys", category: null, estimatedHours: 2.5 }),
    templateOf({
      ...{ id: "b", name: "Paint", description: "Two coats", category: "Paint" },
      estimatedHours: 4,
    }),
    templateOf({ id: "c", name: "Tile", category: "Floors", estimatedHours: null }),
  ]);
});
afterEach(cleanup);

function unitHas(...templateIds: string[]) {
  const tasks = templateIds.map((templateId) => taskOf({ id: templateId, templateId }));
  backend.answer(api.tasks.list, { unitId: "unit" }, tasks);
}

function allUnitsHave(...templateIds: string[]) {
  backend.answer(api.tasks.assigned, { projectId: "project" }, { templateIds, unitCount: 2 });
}

async function openForUnit() {
  const page = await renderPage(backend, { at: "/projects/project/units" });
  await page.user.click(screen.getByRole("button", { name: "Assign Tasks" }));
  return page;
}

async function openForAll() {
  const page = await renderPage(backend, { at: "/projects" });
  await page.user.click(screen.getByRole("button", { name: "Assign Tasks to All Units" }));
  return page;
}

const dialog = () => within(screen.getByRole("dialog", { name: "Assign Tasks" }));
const listed = () =>
  dialog()
    .queryAllByRole("listitem")
    .map((item) => within(item).getByRole("checkbox").getAttribute("aria-label"));
const choose = (user: UserEvent, name: string) =>
  user.click(dialog().getByRole("checkbox", { name }));

test("the new tasks are given to the chosen person and member of the team [WHO-01]", async () => {
  unitHas();
  backend.handle(api.tasks.assignToUnit, () => []);
  const lou = { id: "lou", firstName: "Lou", lastName: "Berg", profileImageUrl: null };
  backend.answer(api.people.list, {}, [lou]);
  backend.answer(api.projectTeams.list, { projectId: "project" }, [memberOf({ id: "ana" })]);
  const { user } = await openForUnit();
  await choose(user, "Tile");
  await user.click(dialog().getByRole("button", { name: "Give to People" }));

  for (const [box, name] of [
    ["Responsible", "Lou Berg"],
    ["Crew", "Ana Silva"],
  ] as const) {
    await user.click(dialog().getByRole("combobox", { name: box }));
    await user.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
  }
  await user.click(dialog().getByRole("button", { name: "Assign 1 Task" }));

  const given = { assignedToId: "lou", crewMemberId: "ana" };
  await waitFor(() =>
    expect(backend.calls(api.tasks.assignToUnit)).toEqual([
      { unitId: "unit", templateIds: ["c"], ...given },
    ]),
  );
});

describe("listing", () => {
  test("the templates are listed by category with what they are and their hours [ASSIGN-01] [ASSIGN-02] [ASSIGN-03]", async () => {
    unitHas();
    await openForUnit();
    expect(dialog().getByText("To 101")).toBeVisible();
    const headings = dialog().getAllByRole("heading", { level: 3 });
    expect(headings.map((heading) => heading.textContent)).toEqual(["Paint", "Floors", "Other"]);
    const rows = dialog().getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual(["PaintTwo coats4h", "Tile", "Keys2.5h"]);
  });

  test("a template the unit has is hidden [ASSIGN-07]", async () => {
    unitHas("b");
    await openForUnit();
    expect(listed()).toEqual(["Tile", "Keys"]);
  });

  test("a template is hidden for all units only when every unit has it [ASSIGN-08]", async () => {
    allUnitsHave("c");
    await openForAll();
    expect(dialog().getByText("To all units in Oak Court")).toBeVisible();
    expect(listed()).toEqual(["Paint", "Keys"]);
  });

  test("with nothing left for the unit the dialog says so [ASSIGN-09]", async () => {
    unitHas("a", "b", "c");
    await openForUnit();
    expect(dialog().getByText("No More Tasks Available")).toBeVisible();
    expect(
      dialog().getByText("All available tasks have already been assigned to 101."),
    ).toBeVisible();
  });

  test("with nothing left for all units the dialog says so [ASSIGN-10]", async () => {
    allUnitsHave("a", "b", "c");
    await openForAll();
    expect(dialog().getByText("No More Tasks Available")).toBeVisible();
    expect(
      dialog().getByText("All available tasks have been assigned to all units in this project."),
    ).toBeVisible();
  });
});

describe("selecting", () => {
  test("counter and button follow the selection [ASSIGN-04] [ASSIGN-05] [ASSIGN-06]", async () => {
    unitHas();
    const { user } = await openForUnit();
    await choose(user, "Select All Tasks (3)");
    expect(dialog().getByText("3 selected")).toBeVisible();
    await choose(user, "Select All Tasks (3)");
    expect(dialog().getByText("0 selected")).toBeVisible();
    await choose(user, "Keys");
    await choose(user, "Paint");
    expect(dialog().getByText("2 selected")).toBeVisible();
    expect(dialog().getByRole("button", { name: "Assign 2 Tasks" })).toBeVisible();
    await choose(user, "Paint");
    expect(dialog().getByText("1 selected")).toBeVisible();
    expect(dialog().getByRole("button", { name: "Assign 1 Task" })).toBeVisible();
  });

  test("closing forgets the selection [ASSIGN-11]", async () => {
    unitHas();
    const { user } = await openForUnit();
    await choose(user, "Keys");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Assign Tasks" }));
    expect(dialog().getByText("0 selected")).toBeVisible();
  });

  test("what was chosen is offered again until it is assigned or cancelled [ASSIGN-11] [GEN-03]", async () => {
    unitHas();
    backend.handle(api.tasks.assignToUnit, () => []);
    const { user } = await openForUnit();
    const reopen = () => user.click(screen.getByRole("button", { name: "Assign Tasks" }));
    await choose(user, "Keys");
    await user.keyboard("{Escape}");
    await reopen();
    await user.click(dialog().getByRole("button", { name: "Bring back" }));
    await user.click(dialog().getByRole("button", { name: "Assign 1 Task" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await reopen();
    expect(dialog().queryByRole("button", { name: "Bring back" })).toBeNull();
    await choose(user, "Paint");
    await user.click(dialog().getByRole("button", { name: "Cancel" }));
    await reopen();
    expect(dialog().queryByRole("button", { name: "Bring back" })).toBeNull();
  });

  test("submitting nothing says so and sends nothing [ASSIGN-13]", async () => {
    unitHas();
    const { user } = await openForUnit();
    await user.click(dialog().getByRole("button", { name: "Assign 0 Tasks" }));
    expect(await screen.findByText("No tasks selected")).toBeVisible();
    expect(screen.getByText("Please select at least one task to assign.")).toBeVisible();
    expect(backend.sent).toEqual([]);
  });
});

describe("assigning", () => {
  test("success names the unit, closes the dialog and clears the selection [ASSIGN-12] [TOAST-12]", async () => {
    unitHas();
    backend.handle(api.tasks.assignToUnit, () => []);
    const { user } = await openForUnit();
    await choose(user, "Keys");
    await user.click(dialog().getByRole("button", { name: "Assign 1 Task" }));

    expect(await screen.findByText("Tasks assigned successfully")).toBeVisible();
    expect(screen.getByText("Tasks assigned to 101")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(backend.calls(api.tasks.assignToUnit)).toEqual([{ unitId: "unit", templateIds: ["a"] }]);
    await user.click(screen.getByRole("button", { name: "Assign Tasks" }));
    expect(dialog().getByText("0 selected")).toBeVisible();
  });

  test("a run over all units cannot be started twice and ends with its message [ASSIGN-12] [TOAST-13] [OP-56]", async () => {
    allUnitsHave();
    let finish: (answer: unknown) => void = () => undefined;
    backend.handle(api.tasks.assignToAllUnits, () => new Promise((resolve) => (finish = resolve)));
    const { user } = await openForAll();
    await choose(user, "Select All Tasks (3)");
    const submit = dialog().getByRole<HTMLButtonElement>("button", { name: "Assign 3 Tasks" });
    await user.dblClick(submit);
    expect(dialog().getByText("0 of 3 tasks assigned to all units")).toBeVisible();
    expect(backend.sent).toHaveLength(1);

    finish({ created: 6, skipped: 0, unitCount: 2, pending: null });

    expect(await screen.findByText("Tasks assigned to all units in project")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a run that ends after its dialog was closed leaves the dialog open that is there now", async () => {
    unitHas();
    let finish: (answer: unknown) => void = () => undefined;
    backend.handle(api.tasks.assignToUnit, () => new Promise((resolve) => (finish = resolve)));
    const { user } = await openForUnit();
    await choose(user, "Keys");
    await user.click(dialog().getByRole("button", { name: "Assign 1 Task" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "View Details" }));

    finish([]);

    await screen.findByText("Tasks assigned to 101");
    expect(screen.getByRole("dialog", { name: "101" })).toBeVisible();
  });

  test("the dialog closes when its unit is deleted by someone else", async () => {
    unitHas();
    await openForUnit();
    backend.answer(api.tasks.list, { unitId: "unit" }, new Error("Unit not found"));
    backend.answer(api.units.list, { projectId: "project" }, []);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText("No units found")).toBeVisible();
  });

  test("a failure says so and keeps the dialog with its selection [TOAST-02] [OP-52]", async () => {
    unitHas();
    backend.handle(api.tasks.assignToUnit, () => Promise.reject(new Error("no")));
    const { user } = await openForUnit();
    await choose(user, "Keys");
    await user.click(dialog().getByRole("button", { name: "Assign 1 Task" }));
    await screen.findByText("An error occurred");
    expect(dialog().getByRole("button", { name: "Assign 1 Task" })).toBeVisible();
  });

  test("a run over all units goes on when its dialog is closed, is shown again and can be stopped [OP-56]", async () => {
    allUnitsHave();
    backend.answer(
      api.tasks.assigned,
      { projectId: "project" },
      { templateIds: [], unitCount: 1000 },
    );
    let finish: (answer: unknown) => void = () => undefined;
    backend.handle(api.tasks.assignToAllUnits, () => new Promise((resolve) => (finish = resolve)));
    const { user } = await openForAll();
    await choose(user, "Select All Tasks (3)");
    await user.click(dialog().getByRole("button", { name: "Assign 3 Tasks" }));
    finish({ created: 1000, skipped: 0, unitCount: 1000, pending: null });
    await dialog().findByText("1 of 3 tasks assigned to all units");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(backgroundWork.snapshot()).toMatchObject([
      { text: "Assigning tasks to Oak Court: 1 of 3", share: 1 / 3 },
    ]);

    await user.click(screen.getByRole("button", { name: "Assign Tasks to All Units" }));
    expect(dialog().getByText("1 of 3 tasks assigned to all units")).toBeVisible();
    expect(dialog().getByText("3 selected")).toBeVisible();
    await user.click(dialog().getByRole("button", { name: "Stop" }));
    finish({ created: 1000, skipped: 0, unitCount: 1000, pending: null });

    await dialog().findByRole("button", { name: "Assign 3 Tasks" });
    expect(backend.sent).toHaveLength(2);
    expect(backgroundWork.snapshot()).toEqual([]);
  });

  test("a run over all units that breaks off says how far it came and can be repeated [OP-56]", async () => {
    allUnitsHave();
    backend.handle(api.tasks.assignToAllUnits, () => ({ pending: "run" }));
    backend.answer(api.tasks.assignment, { assignmentId: "run" }, { status: "failed" });
    const { user } = await openForAll();
    await choose(user, "Select All Tasks (3)");
    await user.click(dialog().getByRole("button", { name: "Assign 3 Tasks" }));
    await screen.findByText("An error occurred");
    expect(dialog().getByRole("status").textContent).toContain("broke off after 0 of 3 tasks");

    backend.handle(api.tasks.assignToAllUnits, () => ({ pending: null }));
    await user.click(dialog().getByRole("button", { name: "Assign 3 Tasks" }));
    await screen.findByText("Tasks assigned successfully");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(formDrafts(drafts.snapshot(), "assign project")).toEqual([]);
  });
});
