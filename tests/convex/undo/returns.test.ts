import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { expectConsistent } from "../../support/consistency.ts";
import { first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("SITE_URL", "https://turnboard.test");
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

type Workspace = Awaited<ReturnType<typeof setupWorkspace>>;
type Person = Workspace["manager"];

const person = { firstName: "Bea", lastName: "Moss", email: "bea@homes.test" };

async function undoNewest(by: Person) {
  const { page } = await by.query(api.undo.recent, { limit: 1 });
  return await by.mutation(api.undo.event, { eventId: first(page).event.id });
}

/** A member on the team of a project, with three tasks of a unit: one of them completed. */
async function setupMember(templates = 3) {
  const workspace = await setupWorkspace({ templates });
  const { manager } = workspace;
  const { projectId, unitId, taskIds } = await workspace.newUnitWithTasks();
  const member = { ...person, role: "contractor" };
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, member);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  await manager.mutation(api.tasks.updateMany, {
    ids: taskIds,
    set: { crewMemberId: teamMemberId },
  });
  await manager.mutation(api.tasks.update, { taskId: first(taskIds), status: "completed" });
  const holders = async () =>
    (await manager.query(api.tasks.list, { unitId })).map(({ crewMemberId }) => crewMemberId);
  return { ...workspace, projectId, unitId, taskIds, teamMemberId, holders };
}

test("who comes back to a team by an undo has the open tasks again, and a redo takes them off [UNDO-01] [WHO-02]", async () => {
  const { t, manager, projectId, teamMemberId, holders } = await setupMember();
  const all = [teamMemberId, teamMemberId, teamMemberId];
  const off = [teamMemberId, null, null];

  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  expect(await holders()).toEqual(off);

  for (const held of [all, off, all]) {
    expect(await undoNewest(manager)).toMatchObject({ undone: 1, kept: 0 });
    expect(await holders()).toEqual(held);
    await expectConsistent(t);
  }
});

test("who works again by an undo has the open tasks again [UNDO-01] [WHO-02]", async () => {
  const { manager, teamMemberId, holders } = await setupMember();
  await manager.mutation(api.teamMembers.update, { teamMemberId, isActive: false });
  expect(await holders()).toEqual([teamMemberId, null, null]);

  await undoNewest(manager);

  expect(await holders()).toEqual([teamMemberId, teamMemberId, teamMemberId]);
  expect(await undoNewest(manager)).toMatchObject({ undone: 1 });
  expect(await holders()).toEqual([teamMemberId, null, null]);
});

test("a user who is deleted by mistake has the open tasks again [UNDO-01] [WHO-02]", async () => {
  const { admin, manager, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  const added = { ...person, role: "project_supervisor" };
  const { id: userId } = await admin.mutation(api.users.create, added);
  await manager.mutation(api.tasks.updateMany, {
    ids: taskIds,
    set: { assignedToId: userId },
  });
  const holders = async () =>
    (await manager.query(api.tasks.list, { unitId })).map(({ assignedToId }) => assignedToId);
  await admin.mutation(api.users.remove, { userId });
  expect(await holders()).toEqual([null, null, null]);

  await undoNewest(admin);
  expect(await holders()).toEqual([userId, userId, userId]);

  await undoNewest(admin);
  expect(await holders()).toEqual([null, null, null]);
});

test("a task that somebody has given to another, completed or deleted since does not come back with a person [UNDO-01] [WHO-02]", async () => {
  const { t, manager, supervisor, projectId, unitId, taskIds, teamMemberId } = await setupMember(6);
  const [, given, done, deleted, planned, untouched] = taskIds;
  const other = { ...person, email: "lee@homes.test", role: "contractor" };
  const { id: otherId } = await manager.mutation(api.teamMembers.create, other);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId: otherId });
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  const change = async (taskId: string | undefined, fields: object) =>
    await supervisor.mutation(api.tasks.update, { taskId: taskId ?? "", ...fields });
  await change(given, { crewMemberId: otherId });
  await change(done, { status: "completed" });
  await change(planned, { dueDate: "2026-03-05" });
  await manager.mutation(api.tasks.remove, { taskId: deleted ?? "" });

  const { page } = await manager.query(api.undo.recent, {});
  const leaving = page.find(({ event }) => event.kind === "member.unassigned");
  await manager.mutation(api.undo.event, { eventId: leaving?.event.id ?? "" });

  const tasks = await manager.query(api.tasks.list, { unitId });
  const holder = (id: string | undefined) => tasks.find((task) => task.id === id)?.crewMemberId;
  expect([given, done, planned, untouched].map(holder)).toEqual([
    ...[otherId, null],
    ...[teamMemberId, teamMemberId],
  ]);
  expect(tasks.some(({ id }) => id === deleted)).toBe(false);
  await expectConsistent(t);
});

test("a person with more tasks than fit one transaction has them all again, also where others work meanwhile [UNDO-01] [WHO-02]", async () => {
  const { t, manager, supervisor, projectId, unitId, teamMemberId, taskIds } = await setupMember();
  await t.run(async (ctx) => {
    const task = await ctx.db.get("tasks", taskIds[1] as Id<"tasks">);
    if (task === null) throw new Error("the task exists");
    const { _id, _creationTime, ...fields } = task;
    for (let more = 0; more < 220; more += 1)
      await ctx.db.insert("tasks", { ...fields, name: `Task ${more}` });
  });
  const open = async () =>
    (await rowsOf(t, "tasks")).filter((task) => task.crewMemberId === teamMemberId).length;
  const before = await open();
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  await supervisor.mutation(api.unitNotes.create, { unitId, content: "Keys are in the office" });
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await open()).toBe(1);

  await undoNewest(manager);
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(await open()).toBe(before);
});
