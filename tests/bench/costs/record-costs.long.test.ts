import { afterAll, beforeAll, expect, test } from "vitest";
import { BusyWorkspace } from "./busy-workspace.ts";
import { type Costs, recordCosts } from "./record-costs.ts";

let busy: BusyWorkspace;
let costs: Costs;

beforeAll(async () => {
  busy = await BusyWorkspace.open();
  await busy.growTo(2, 30);
  costs = await recordCosts(busy, 0);
  // Four seconds alone; beside other work on two cores it has taken thirty.
}, 120_000);

afterAll(() => busy.workspace.close());

const groupOf = (screen: string, path: string, scope: string) =>
  costs.screens.get(screen)!.find((group) => group.path === path && group.scope === scope)!;

test("a tick runs the tasks of its own unit again, and not those of a colleague's", () => {
  const { again } = groupOf("unit, tasks", "tasks:list", "shown");

  expect(again.get("tick own")?.calls).toBe(1);
  expect(again.has("tick colleague")).toBe(false);
});

test("a tick runs one of the pages of its project's units again", () => {
  const { again, visit } = groupOf("units of a project", "units:list", "shown");

  expect(visit.calls).toBeGreaterThan(1);
  expect(again.get("tick own")?.calls).toBe(1);
  expect(again.get("tick colleague")?.calls).toBe(1);
  expect(again.has("tick elsewhere")).toBe(false);
});

test("a tick of another project runs the figures of that project again", () => {
  const { again, visit } = groupOf("projects", "projects:stats", "other");

  expect(visit.calls).toBe(1);
  expect(again.get("tick elsewhere")?.calls).toBe(1);
  expect(again.has("tick own")).toBe(false);
});

test("a beat of presence runs no question again", () => {
  const groups = [...costs.screens.values()].flat();
  const beaten = groups.filter(({ again }) => again.has("beat own") || again.has("beat elsewhere"));

  expect(beaten).toEqual([]);
  expect(costs.writes.get("beat")!.written).toBeGreaterThan(0);
});

test("a run counts the documents of the rows that it reads", () => {
  const { visit } = groupOf("unit, tasks", "tasks:list", "shown");

  // The query reads ten tasks, beside the session, its user and the rows for permissions.
  expect(visit.documents).toBeGreaterThanOrEqual(12);
  expect(visit.documents).toBeLessThan(30);
  expect(visit.read).toBeGreaterThan(10 * 100);
});

test("the dashboard reads the units at risk alone, and a tick elsewhere leaves it alone", () => {
  const { again, visit } = groupOf("dashboard", "analytics:risk", "all");

  // The query reads two projects, their first units and the returned units. An earlier version read sixty units.
  expect(visit.documents).toBeLessThan(40);
  expect(again.has("tick colleague")).toBe(false);
});

test("a tick runs the people of its own project again, and of no other", () => {
  const { again } = groupOf("my day of a manager", "myDay:people", "other");

  expect(again.has("tick own")).toBe(false);
});
