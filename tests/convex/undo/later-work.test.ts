import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { maxTemplates } from "../../../convex/model/tasks/taskTemplates.ts";
import { expectConsistent } from "../../support/consistency.ts";
import { setupFull } from "../../support/full-workspace.ts";
import { first, refusal, rowsOf, setupWorkspace, signIn } from "../../support/workspace.ts";
import type { Full } from "./acts.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("SITE_URL", "https://turnboard.test");
});

afterEach(() => {
  vi.useRealTimers();
});

type Person = Pick<Full["manager"], "mutation" | "query">;

const kept = { undone: 0, kept: 1, eventId: null };

/** Finds the newest act of a person. The returned function undoes it. */
async function newestAct(person: Person) {
  const { page } = await person.query(api.undo.recent, { limit: 1 });
  const eventId = first(page).event.id;
  return async () => await person.mutation(api.undo.event, { eventId });
}

test("a task that somebody has completed since is not blocked again [UNDO-01] [BLOCK-02]", async () => {
  const { t, manager, supervisor, newUnitWithTasks } = await setupWorkspace();
  const taskId = first((await newUnitWithTasks()).taskIds);
  await manager.mutation(api.tasks.update, { taskId, blockedReason: "parts", blockedNote: "Tap" });
  await manager.mutation(api.tasks.update, { taskId, blockedReason: null });
  const undo = await newestAct(manager);
  await supervisor.mutation(api.tasks.update, { taskId, status: "completed" });

  expect(await undo()).toEqual(kept);
  expect(await rowsOf(t, "blocks")).toMatchObject([{ to: expect.any(Number) as number }]);
  await expectConsistent(t);
});

test("a task that somebody has blocked since is not completed again [UNDO-01] [BLOCK-02]", async () => {
  const { t, manager, supervisor, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  const taskId = first(taskIds);
  await manager.mutation(api.tasks.update, { taskId, status: "completed" });
  await manager.mutation(api.tasks.update, { taskId, status: "in_progress" });
  const undo = await newestAct(manager);
  await supervisor.mutation(api.tasks.update, { taskId, blockedReason: "vendor" });

  expect(await undo()).toEqual(kept);
  const tasks = await manager.query(api.tasks.list, { unitId });
  expect(first(tasks)).toMatchObject({ baseStatus: "in_progress", blockedReason: "vendor" });
  await expectConsistent(t);
});

test("a unit is not blocked and completed at once by an undo [UNDO-01] [BLOCK-02]", async () => {
  const { t, manager, supervisor, newProject } = await setupWorkspace();
  const { unitIds } = await newProject(["1", "2"]);
  const [first1 = "", second = ""] = unitIds;
  await manager.mutation(api.units.update, { unitId: first1, blockedReason: "parts" });
  await manager.mutation(api.units.update, { unitId: first1, blockedReason: null });
  const undoUnblock = await newestAct(manager);
  await supervisor.mutation(api.units.update, { unitId: first1, status: "completed" });
  await manager.mutation(api.units.update, { unitId: second, status: "completed" });
  await manager.mutation(api.units.update, { unitId: second, status: "in_progress" });
  const undoReopen = await newestAct(manager);
  await supervisor.mutation(api.units.update, { unitId: second, blockedReason: "access" });

  expect(await undoUnblock()).toEqual(kept);
  expect(await undoReopen()).toEqual(kept);
  await expectConsistent(t);
});

test("a note of a block does not come back to a task that somebody has unblocked [UNDO-01] [BLOCK-01]", async () => {
  const { manager, supervisor, newUnitWithTasks } = await setupWorkspace();
  const taskId = first((await newUnitWithTasks()).taskIds);
  await manager.mutation(api.tasks.update, { taskId, blockedReason: "parts", blockedNote: "Tap" });
  await manager.mutation(api.tasks.update, { taskId, blockedNote: null });
  const undo = await newestAct(manager);
  await supervisor.mutation(api.tasks.update, { taskId, blockedReason: null });

  expect(await undo()).toEqual(kept);
});

test("a member who is deleted since is not given back to a completed task [UNDO-01] [WHO-02]", async () => {
  const { t, manager, supervisor, projectId, unitId, teamMemberId } = await setupFull();
  const tasks = await manager.query(api.tasks.list, { unitId });
  const { id: taskId } = tasks.find(({ baseStatus }) => baseStatus !== "completed") ?? { id: "" };
  const given = { taskId, crewMemberId: teamMemberId };
  await manager.mutation(api.tasks.update, { ...given, blockedReason: null });
  await manager.mutation(api.tasks.update, { taskId, crewMemberId: null, dueDate: "2026-03-05" });
  const undo = await newestAct(manager);
  await supervisor.mutation(api.tasks.update, { taskId, status: "completed" });
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  await manager.mutation(api.teamMembers.remove, { teamMemberId });

  await undo();
  await expectConsistent(t);
});

const person = { firstName: "Bea", lastName: "Moss", email: "bea@homes.test" };
const shift = { startTime: "2026-03-03T07:00:00Z", endTime: "2026-03-03T15:00:00Z" };

test("a new member for whom somebody has recorded hours since stays [UNDO-01]", async () => {
  const { manager, supervisor, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  const member = { ...person, role: "contractor" };
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, member);
  const undo = await newestAct(manager);
  const entry = { projectId, date: "2026-03-03", teamMemberId, ...shift };
  await supervisor.mutation(api.timeEntries.create, entry);

  expect(await undo()).toEqual(kept);
});

test("who was put on a team stays on it with the work that somebody has given them since [UNDO-01]", async () => {
  const { manager, supervisor, newUnitWithTasks } = await setupWorkspace();
  const { projectId, unitId, taskIds } = await newUnitWithTasks();
  const member = { ...person, role: "contractor" };
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, member);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  const undo = await newestAct(manager);
  const taskId = first(taskIds);
  await supervisor.mutation(api.tasks.update, { taskId, crewMemberId: teamMemberId });

  expect(await undo()).toEqual(kept);
  const tasks = await manager.query(api.tasks.list, { unitId });
  expect(first(tasks)).toMatchObject({ crewMemberId: teamMemberId });

  await supervisor.mutation(api.tasks.update, { taskId, crewMemberId: null });
  expect(await undo()).toMatchObject({ undone: 1, kept: 0 });
});

test("a new user who has work by now stays [UNDO-01]", async () => {
  const { admin, supervisor, manager, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  const added = { ...person, role: "project_supervisor" };
  const { id: userId } = await admin.mutation(api.users.create, added);
  const undo = await newestAct(admin);
  const taskId = first(taskIds);
  await supervisor.mutation(api.tasks.update, { taskId, assignedToId: userId });
  expect(await undo()).toEqual(kept);
  expect(first(await manager.query(api.tasks.list, { unitId }))).toMatchObject({
    assignedToId: userId,
  });

  await supervisor.mutation(api.tasks.update, { taskId, assignedToId: null });
  expect(await undo()).toMatchObject({ undone: 1, kept: 0 });
});

test("a user who was added or came back and has signed in since stays [UNDO-01]", async () => {
  const { t, admin } = await setupWorkspace();
  const added = { ...person, role: "project_supervisor" };
  const { id: userId } = await admin.mutation(api.users.create, added);
  const undoAddition = await newestAct(admin);
  await signInAs(t, userId);

  expect(await undoAddition()).toEqual(kept);

  await admin.mutation(api.users.remove, { userId });
  await admin.mutation(api.users.create, added);
  const undoReturn = await newestAct(admin);
  await signInAs(t, userId);
  expect(await undoReturn()).toEqual(kept);
});

/** Links an identity, as the first sign-in does. */
async function signInAs(t: Full["t"], userId: Id<"users">) {
  const identity = { provider: "oidc", providerAccountId: "https://idp.test bea" };
  await t.run((ctx) => ctx.db.insert("authAccounts", { userId, ...identity }));
}

test("a deletion that did not come about cannot be undone [UNDO-01] [FIELD-07]", async () => {
  const { manager, admin, timeEntryId } = await setupFull();
  const madeAt = new Date(Date.now() - 60_000).toISOString();
  await admin.mutation(api.timeEntries.update, { timeEntryId, description: "Later" });
  await manager.mutation(api.timeEntries.remove, { timeEntryId, madeAt });
  const { page } = await manager.query(api.undo.recent, { limit: 1 });

  expect(first(page)).toMatchObject({ canUndo: false, event: { overtaken: [] } });
  const undo = manager.mutation(api.undo.event, { eventId: first(page).event.id });
  await expect(undo).rejects.toMatchObject(refusal("conflict", "This cannot be undone"));
});

test("a supervisor by now does not bring another person's view for everyone back [UNDO-01] [QUICK-05]", async () => {
  const { t, manager, supervisor } = await setupWorkspace();
  const view = { name: "Late", page: "/board", query: "", shared: true };
  const { id: viewId } = await supervisor.mutation(api.views.create, view);
  await manager.mutation(api.views.remove, { viewId });
  const undo = await newestAct(manager);
  await t.run(async (ctx) => ctx.db.patch("users", manager.userId, { role: "project_supervisor" }));

  expect(await undo()).toEqual(kept);
  expect(await rowsOf(t, "savedViews")).toEqual([]);
});

test("who came back and was taken away again by somebody else stays away [UNDO-01]", async () => {
  vi.useFakeTimers();
  const { t, admin, manager, newProject } = await setupWorkspace();
  const other = await signIn(t, "account_administrator");
  const { projectId } = await newProject();
  const added = { ...person, role: "project_manager" };
  const { id: userId } = await admin.mutation(api.users.create, added);
  const member = { ...person, role: "contractor" };
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, member);
  const place = { projectId, teamMemberId };
  await manager.mutation(api.projectTeams.assign, place);

  await admin.mutation(api.users.remove, { userId });
  const undoRemoval = await newestAct(admin);
  await manager.mutation(api.projectTeams.unassign, place);
  const undoUnassignment = await newestAct(manager);
  vi.advanceTimersByTime(1000);
  await other.mutation(api.users.create, added);
  await other.mutation(api.users.remove, { userId });
  await other.mutation(api.projectTeams.assign, place);
  await other.mutation(api.projectTeams.unassign, place);

  expect(await undoRemoval()).toEqual(kept);
  expect(await undoUnassignment()).toEqual(kept);
});

test("a task comes back to the master list only where there is room [UNDO-01]", async () => {
  const { t, manager, templateIds } = await setupWorkspace();
  await manager.mutation(api.taskTemplates.retire, { templateId: first(templateIds) });
  const undo = await newestAct(manager);
  await t.run(async ({ db }) => {
    const row = { name: "Sweep", sortOrder: 5000, isDefault: false, createdAt: Date.now() };
    for (let count = templateIds.length - 1; count < maxTemplates; count += 1)
      await db.insert("taskTemplates", row);
  });

  expect(await undo()).toEqual(kept);
});
