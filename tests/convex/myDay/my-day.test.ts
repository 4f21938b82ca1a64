import type { FunctionReturnType } from "convex/server";
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { day, first, setupWorkspace } from "../../support/workspace.ts";

/** Noon UTC of a Wednesday, as a picked day is kept. */
const noon = Date.UTC(2026, 2, 4, 12);

const dayAt = (days: number) => new Date(noon + days * day).toISOString().slice(0, 10);

/** A project that the supervisor supervises, with units of five tasks each. */
async function setup(units = ["101"]) {
  vi.useFakeTimers({ now: noon, toFake: ["Date"] });
  const workspace = await setupWorkspace({ templates: 5 });
  const { t, manager, supervisor, templateIds } = workspace;
  const { projectId, unitIds } = await workspace.newProject(units);
  await manager.mutation(api.projects.update, { projectId, supervisorId: supervisor.userId });
  const taskIds: Id<"tasks">[] = [];
  for (const unitId of unitIds) {
    const tasks = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
    taskIds.push(...tasks.map(({ id }) => id));
  }
  const patch = async (at: number, fields: Record<string, string | null>) =>
    await manager.mutation(api.tasks.update, { taskId: taskIds[at] ?? "", ...fields });
  const lists = async (who = supervisor) => namesOf(await who.query(api.myDay.mine, {}));
  return { ...workspace, t, projectId, unitIds, taskIds, patch, lists };
}

type MyDay = FunctionReturnType<typeof api.myDay.mine>;

/** Returns the task names of each non-empty list by unit. */
function namesOf({ today, ...lists }: MyDay) {
  expect(today).toBe(new Date(noon).toISOString());
  return Object.fromEntries(
    Object.entries(lists).flatMap(([list, groups]) =>
      groups.length === 0
        ? []
        : [[list, groups.map(({ unit, tasks }) => [unit.name, ...tasks.map(({ name }) => name)])]],
    ),
  );
}

test("a task stands in one list of my day: blocked, overdue, today, next seven days or without a date [MYDAY-01]", async () => {
  const { supervisor, patch, lists } = await setup();
  const mine = { assignedToId: supervisor.userId };
  await patch(0, { ...mine, dueDate: dayAt(-1) });
  await patch(1, { ...mine, dueDate: dayAt(0) });
  await patch(2, { ...mine, dueDate: dayAt(7) });
  await patch(3, { ...mine, dueDate: dayAt(-5), blockedReason: "parts" });
  await patch(4, mine);

  expect(await lists()).toEqual({
    overdue: [["101", "Task 1"]],
    dueToday: [["101", "Task 2"]],
    nextSevenDays: [["101", "Task 3"]],
    blocked: [["101", "Task 4"]],
    noDate: [["101", "Task 5"]],
  });
  await patch(0, { status: "completed" });
  await patch(2, { dueDate: dayAt(8) });
  expect(await lists()).toEqual({
    dueToday: [["101", "Task 2"]],
    blocked: [["101", "Task 4"]],
    noDate: [["101", "Task 5"]],
  });
});

test("tasks of nobody are of those who supervise the project; those of others and without a date are not [MYDAY-01]", async () => {
  const { manager, admin, supervisor, patch, lists } = await setup();
  await patch(0, { dueDate: dayAt(1) });
  await patch(1, { dueDate: dayAt(1), assignedToId: admin.userId });
  await patch(2, { blockedReason: "vendor", dueDate: dayAt(30) });
  await patch(3, { dueDate: dayAt(9) });

  expect(await lists(supervisor)).toEqual({
    nextSevenDays: [["101", "Task 1"]],
    blocked: [["101", "Task 3"]],
  });
  expect(await lists(admin)).toEqual({ nextSevenDays: [["101", "Task 2"]] });
  expect(await lists(manager)).toEqual({});
});

test("the tasks of a blocked unit are blocked, whenever they are due; a completed unit and a project on hold have none [MYDAY-01]", async () => {
  const { manager, projectId, unitIds, patch, lists } = await setup(["101", "102"]);
  await patch(0, { dueDate: dayAt(0) });
  await patch(5, { dueDate: dayAt(0) });
  await manager.mutation(api.units.update, { unitId: first(unitIds), blockedReason: "access" });

  expect(await lists()).toEqual({
    dueToday: [["102", "Task 1"]],
    blocked: [["101", "Task 1", "Task 2", "Task 3", "Task 4", "Task 5"]],
  });
  await manager.mutation(api.units.update, { unitId: first(unitIds), status: "completed" });
  expect(await lists()).toEqual({ dueToday: [["102", "Task 1"]] });
  await manager.mutation(api.projects.update, { projectId, status: "on_hold" });
  expect(await lists()).toEqual({});
});

test("units stand by their nearest due day, then by name; tasks by due day, then in their order [MYDAY-01]", async () => {
  const { patch, lists } = await setup(["10", "2", "1"]);
  await patch(1, { dueDate: dayAt(3) });
  await patch(0, { dueDate: dayAt(3) });
  await patch(2, { dueDate: dayAt(2) });
  await patch(5, { dueDate: dayAt(2) });
  await patch(10, { dueDate: dayAt(4) });

  expect((await lists())["nextSevenDays"]).toEqual([
    ["2", "Task 1"],
    ["10", "Task 3", "Task 1", "Task 2"],
    ["1", "Task 1"],
  ]);
});

test("who works where today: tasks in progress, overdue or due today, and the hours of today [MYDAY-04]", async () => {
  const workspace = await setup(["101", "102"]);
  const { manager, supervisor, projectId, unitIds, patch } = workspace;
  const [firstUnit = "", secondUnit = ""] = unitIds;
  const crew = {
    firstName: "Ana",
    lastName: "Silva",
    email: "ana@homes.test",
    role: "crew_member",
  };
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, crew);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  await patch(0, { assignedToId: supervisor.userId, status: "in_progress" });
  await patch(1, {
    assignedToId: supervisor.userId,
    crewMemberId: teamMemberId,
    dueDate: dayAt(0),
  });
  await patch(2, { assignedToId: supervisor.userId, dueDate: dayAt(1) });
  await patch(5, { crewMemberId: teamMemberId, dueDate: dayAt(-3) });
  const shift = { startTime: `${dayAt(0)}T07:00:00.000Z`, endTime: `${dayAt(0)}T09:30:00.000Z` };
  const entry = { projectId, teamMemberId, ...shift };
  await manager.mutation(api.timeEntries.create, { ...entry, unitId: secondUnit, date: dayAt(0) });
  await manager.mutation(api.timeEntries.create, { ...entry, date: dayAt(0) });
  await manager.mutation(api.timeEntries.create, { ...entry, date: dayAt(-1) });

  const found = await manager.query(api.myDay.people, {});
  const { id: otherId } = await manager.mutation(api.projects.create, {
    name: "Elm",
    units: ["1"],
  });
  expect(await manager.query(api.myDay.people, { projectId })).toEqual(found);
  expect(await manager.query(api.myDay.people, { projectId: otherId })).toEqual([]);

  const place = { projectId, projectName: "Maple Court" };
  const one = { ...place, unitId: firstUnit, unitName: "101" };
  const two = { ...place, unitId: secondUnit, unitName: "102" };
  expect(found).toEqual([
    {
      ...{ userId: null, teamMemberId, name: "Ana Silva" },
      places: [
        { ...one, openTasks: 1, hours: 0 },
        { ...two, openTasks: 1, hours: expect.any(Number) },
        { ...place, unitId: null, unitName: null, openTasks: 0, hours: expect.any(Number) },
      ],
    },
    {
      ...{ userId: supervisor.userId, teamMemberId: null, name: expect.stringMatching(/^Person/) },
      places: [{ ...one, openTasks: 2, hours: 0 }],
    },
  ]);
  const hours = found[0]?.places.map((each) => each.hours) ?? [];
  expect(hours[1]).toBeGreaterThan(0);
  expect(hours[2]).toBe(hours[1]);
  await expect(supervisor.query(api.myDay.people, {})).rejects.toMatchObject({
    data: { code: "forbidden" },
  });
});
