import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { first, refusal, setupWorkspace } from "../../support/workspace.ts";

const since = "2020-01-01T00:00:00Z";

async function setupProjects() {
  const workspace = await setupWorkspace();
  const { admin, manager, supervisor, newUnitWithTasks } = workspace;
  const { projectId, unitId, taskIds } = await newUnitWithTasks();
  const told = async (who: typeof manager, from = since) =>
    (await who.query(api.history.whileAway, { since: from })).page.map(
      ({ kind, userId }) => `${kind} ${userId === admin.userId ? "admin" : "other"}`,
    );
  const taskId = first(taskIds);
  const complete = async (who = admin) =>
    await who.mutation(api.tasks.update, { taskId, status: "completed" });
  return { ...workspace, supervisor, projectId, unitId, told, complete };
}

/** The newest first: three tasks, their unit and its project. */
const beginning = [
  ...["task.added other", "task.added other", "task.added other"],
  ...["unit.added other", "project.created other"],
];

test("what others did in the projects that one manages or supervises is told [HIST-02]", async () => {
  const { admin, manager, supervisor, projectId, told, complete } = await setupProjects();
  await complete();

  expect(await told(manager)).toEqual(["task.updated admin"]);
  expect(await told(supervisor)).toEqual([]);
  await admin.mutation(api.projects.update, { projectId, supervisorId: supervisor.userId });
  expect(await told(supervisor)).toEqual([
    "project.updated admin",
    "task.updated admin",
    ...beginning,
  ]);
});

test("administrators are told of all active projects, without their own acts [HIST-02]", async () => {
  const { admin, manager, projectId, told, complete } = await setupProjects();
  await complete();

  expect(await told(admin)).toEqual(beginning);
  await manager.mutation(api.projects.update, { projectId, status: "on_hold" });
  expect(await told(admin)).toEqual([]);
});

test("nothing from before the moment is told, and money to those who may see it [HIST-02]", async () => {
  const { admin, manager, supervisor, projectId, unitId, told } = await setupProjects();
  await admin.mutation(api.projects.update, { projectId, supervisorId: supervisor.userId });
  const { page } = await admin.query(api.history.ofUnit, { unitId });
  await expect
    .poll(() => Date.now())
    .toBeGreaterThan(Math.max(...page.map(({ at }) => Date.parse(at))) + 1);
  const from = new Date().toISOString();
  await admin.mutation(api.units.update, { unitId, monthlyRent: 900 });

  expect(await told(manager, from)).toEqual(["unit.updated admin"]);
  const changesFor = async (who: typeof manager) =>
    (await who.query(api.history.whileAway, { since: from })).page[0]?.changes;
  expect(await changesFor(manager)).toEqual([{ field: "monthlyRent", from: null, to: 900 }]);
  expect(await changesFor(supervisor)).toEqual([{ field: "monthlyRent", from: null, to: null }]);
});

test("many projects are read in pages that join, newest first [HIST-02]", async () => {
  const { admin, manager, newProject } = await setupProjects();
  for (let project = 0; project < 22; project++) await newProject(["1"]);

  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const answer: { page: { id: string; at: string }[]; continueCursor: string | null } =
      await admin.query(api.history.whileAway, { since, cursor, limit: 5 });
    ids.push(...answer.page.map(({ id, at }) => `${at} ${id}`));
    cursor = answer.continueCursor;
  } while (cursor !== null);

  // Each of the 22 has a project and its unit, and the first project has its beginning.
  const count = 22 * 2 + beginning.length;
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
  const moments = ids.map((text) => text.split(" ")[0]);
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect((await manager.query(api.history.whileAway, { since })).page).toEqual([]);
});

test.each(["", "yesterday", "12"])("the moment %o is refused [HIST-02]", async (sent) => {
  const { manager } = await setupProjects();

  await expect(manager.query(api.history.whileAway, { since: sent })).rejects.toMatchObject(
    refusal("invalid"),
  );
});
