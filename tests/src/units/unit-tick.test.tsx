import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { drawn } from "../support/drawn.ts";
import { taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

beforeEach(() => {
  // The test's browser knows no layout: everything that asks is told of a large window.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(1600);
});
afterEach(cleanup);

const tasks = ["Keys", "Paint", "Floors", "Windows", "Clean"].map((name, at) =>
  taskOf({ id: name, unitId: "unit1", name, sortOrder: at }),
);
const begun = { status: "in_progress", startDate: "2026-03-02T12:00:00.000Z" } as const;
const counts = { totalTasks: 5, completedTasks: 0, inProgressTasks: 0, notStartedTasks: 5 };
const units = Array.from({ length: 30 }, (_, at) =>
  unitOf({ id: `unit${String(at)}`, name: `U${String(at)}`, ...begun, ...counts }),
);
const page = { projectId: "project", after: 0, through: null };

/** Opens the second of 30 units over their list. */
async function show() {
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.units.list, { projectId: "project" }, units);
  backend.handle(api.board.pages, () => [{ after: 0, through: null }]);
  backend.answer(api.units.list, page, units);
  backend.answer(api.tasks.list, { unitId: "unit1" }, tasks);
  const { user } = await renderPage(backend, { at: "/projects/project/units?unit=unit1" });
  await screen.findByRole("button", { name: "Start Paint" });
  await screen.findByRole("button", { name: "Start Date: Mar 2, 2026" });
  // The plan of a unit is loaded when the unit is open.
  await screen.findByRole("textbox", { name: "Monthly Rent" });
  return { backend, user };
}

const times = (name: string) => drawn.filter((each) => each === name).length;

/** Returns the number of tasks on a unit's card that have not been started. */
function pendingIn(name: string): string | null | undefined {
  const list = screen.getByLabelText("Units", { selector: "[role=list]" });
  const card = within(list).getByTitle(name).closest("[role=listitem]");
  return [...(card?.querySelectorAll("dd") ?? [])].at(-1)?.textContent;
}

test("a tick in an open unit draws its task and its unit's card, and no field of the unit [GEN-03]", async () => {
  const { user } = await show();

  drawn.length = 0;
  await user.click(screen.getByRole("button", { name: "Start Paint" }));
  await screen.findByRole("button", { name: "Finish Paint" });
  await waitFor(() => expect(pendingIn("U1")).toBe("4"));

  expect(times("TaskCard")).toBe(1);
  expect(times("UnitCard")).toBe(1);
  // Of the dates, the one on which the task was begun.
  expect(times("DateField")).toBe(1);
  expect(times("PlanFields") + times("LiveTextField") + times("UnitDates")).toBe(0);
});

test("a tick in another unit draws that unit's card, and nothing of the open one [GEN-03]", async () => {
  const { backend } = await show();

  drawn.length = 0;
  const anew = structuredClone(units);
  anew[2] = unitOf({ ...units[2], inProgressTasks: 1, notStartedTasks: 4 });
  act(() => backend.answer(api.units.list, page, anew));
  await waitFor(() => expect(pendingIn("U2")).toBe("4"));

  expect(times("UnitCard")).toBe(1);
  expect(times("UnitTabs") + times("TasksPanel") + times("UnitInfo")).toBe(0);
});
