import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import {
  first,
  insertTemplates,
  refusal,
  rowsOf,
  setupWorkspace,
  signIn,
} from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const crew = { firstName: "Ana", lastName: "Silva", email: "ana@homes.test", role: "crew_member" };

/** Sets up a person and a team member who share three tasks: one open, one started and one completed. */
async function setupShared() {
  const workspace = await setupWorkspace();
  const { t, manager } = workspace;
  const person = await signIn(t, "project_supervisor", { firstName: "Lou", lastName: "Berg" });
  const { projectId, unitId, taskIds } = await workspace.newUnitWithTasks();
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, crew);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  const shared = { assignedToId: person.userId, crewMemberId: teamMemberId };
  const [, begun, done] = taskIds;
  for (const taskId of taskIds) await manager.mutation(api.tasks.update, { taskId, ...shared });
  await manager.mutation(api.tasks.update, { taskId: begun ?? "", status: "in_progress" });
  await manager.mutation(api.tasks.update, { taskId: done ?? "", status: "completed" });
  const read = async () => await manager.query(api.tasks.list, { unitId });
  return { ...workspace, person, projectId, unitId, taskIds, teamMemberId, read };
}

const nobody = { assignedToId: null, assignedToName: null };
const noMember = { crewMemberId: null, crewMemberName: null };

test("a deleted user is off open tasks and stays on completed ones [WHO-02]", async () => {
  const { admin, person, read } = await setupShared();

  await admin.mutation(api.users.remove, { userId: person.userId });

  const [open, begun, done] = await read();
  for (const task of [open, begun])
    expect(task).toMatchObject({ ...nobody, crewMemberName: "Ana Silva" });
  const kept = { assignedToId: person.userId, assignedToName: "Lou Berg" };
  expect(done).toMatchObject({ ...kept, crewMemberName: "Ana Silva" });
});

test.each([
  ["is taken off the team", "unassign"],
  ["is set inactive", "inactive"],
])("a member who %s is off open tasks and stays on completed ones [WHO-02]", async (_, way) => {
  const { manager, projectId, teamMemberId, read } = await setupShared();

  if (way === "unassign")
    await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  else await manager.mutation(api.teamMembers.update, { teamMemberId, isActive: false });

  const [open, begun, done] = await read();
  for (const task of [open, begun])
    expect(task).toMatchObject({ ...noMember, assignedToName: "Lou Berg" });
  expect(done).toMatchObject({ crewMemberId: teamMemberId, crewMemberName: "Ana Silva" });
});

test("a member who leaves one team keeps the tasks of another [WHO-02]", async () => {
  const { t, manager, projectId, teamMemberId, templateIds, newProject } = await setupShared();
  const other = await newProject(["201"], "Birch House");
  await manager.mutation(api.projectTeams.assign, { projectId: other.projectId, teamMemberId });
  const unitId = first(other.unitIds);
  const order = { unitId, templateIds, crewMemberId: teamMemberId };
  await manager.mutation(api.tasks.assignToUnit, order);

  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });

  const tasks = await manager.query(api.tasks.list, { unitId });
  expect(tasks.map((task) => task.crewMemberId)).toEqual(Array(3).fill(teamMemberId));
  await expectConsistent(t);
});

test("a deleted member keeps the name on completed tasks, without an id [WHO-02]", async () => {
  const { t, manager, projectId, teamMemberId, taskIds, read } = await setupShared();
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });

  await manager.mutation(api.teamMembers.remove, { teamMemberId });
  await t.finishInProgressScheduledFunctions();

  expect((await read())[2]).toMatchObject({ crewMemberId: null, crewMemberName: "Ana Silva" });
  await expectConsistent(t);
  const reopened = { taskId: taskIds[2] ?? "", status: "in_progress" };
  expect(await manager.mutation(api.tasks.update, reopened)).toMatchObject(noMember);
});

test("a completed task that is set back is nobody's when its people have left [WHO-02]", async () => {
  const { admin, manager, person, projectId, teamMemberId, taskIds } = await setupShared();
  await admin.mutation(api.users.remove, { userId: person.userId });
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });

  const reopened = { taskId: taskIds[2] ?? "", status: "not_started" };

  const task = await manager.mutation(api.tasks.update, reopened);
  expect(task).toMatchObject({ ...nobody, ...noMember });
});

test("history tells who was taken off, as an act of nobody [WHO-02]", async () => {
  const { t, admin, person, taskIds } = await setupShared();

  await admin.mutation(api.users.remove, { userId: person.userId });

  const events = (await rowsOf(t, "events")).filter(({ userId }) => userId === undefined);
  expect(events.map(({ taskId }) => taskId)).toEqual(taskIds.slice(0, 2));
  const change = { field: "assignedToId", from: person.userId, fromName: "Lou Berg", to: null };
  expect(events.map(({ kind, changes }) => ({ kind, changes }))).toEqual(
    Array(2).fill({ kind: "task.updated", changes: [change] }),
  );
});

test("who has more open tasks than one transaction changes is off all of them in steps [WHO-02]", async () => {
  const { t, admin, manager, newProject } = await setupWorkspace({ templates: 0 });
  const templateIds = await insertTemplates(t, 26);
  const person = await signIn(t, "project_supervisor");
  const names = Array.from({ length: 20 }, (_, index) => `Unit ${index}`);
  const { projectId } = await newProject(names);
  const order = { projectId, templateIds, assignedToId: person.userId };
  await manager.mutation(api.tasks.assignToAllUnits, order);
  vi.useFakeTimers();

  await admin.mutation(api.users.remove, { userId: person.userId });
  const given = async () =>
    (await rowsOf(t, "tasks")).filter((task) => task.assignedToId !== undefined).length;

  expect(await given()).toBe(420);
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await given()).toBe(0);
});

test("tasks are given to people as they are assigned, also after a repetition with the same key [WHO-01]", async () => {
  const { t, manager, person, projectId, teamMemberId, templateIds, newProject } =
    await setupShared();
  const { unitIds } = await newProject(["201"], "Birch House");
  const unit = { unitId: first(unitIds), templateIds, assignedToId: person.userId, key: "one" };

  const tasks = await manager.mutation(api.tasks.assignToUnit, unit);

  expect(tasks.map((task) => task.assignedToName)).toEqual(Array(3).fill("Lou Berg"));
  expect(await manager.mutation(api.tasks.assignToUnit, unit)).toEqual(tasks);
  await manager.mutation(api.units.create, { projectId, units: ["102"] });
  const all = { projectId, templateIds, crewMemberId: teamMemberId, assignedToId: null };
  await manager.mutation(api.tasks.assignToAllUnits, all);
  const given = (await rowsOf(t, "tasks")).filter((task) => task.crewMemberId === teamMemberId);
  expect(given).toHaveLength(6);
  const event = (await rowsOf(t, "events")).at(-1);
  const change = { field: "crewMemberId", from: null, to: teamMemberId, toName: "Ana Silva" };
  expect(event).toMatchObject({ kind: "task.added", label: "Task 3", changes: [change] });
  const elsewhere = { unitId: first(unitIds), templateIds, crewMemberId: teamMemberId };
  await expect(manager.mutation(api.tasks.assignToUnit, elsewhere)).rejects.toMatchObject(
    refusal("invalid"),
  );
});
