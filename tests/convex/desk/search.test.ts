import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { emptyTrash, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function setup() {
  const workspace = await setupWorkspace();
  const { projectId, unitIds } = await workspace.newProject(["101", "204"], "Main Street");
  const find = async (q: string, limit?: number) =>
    await workspace.supervisor.query(api.search.find, {
      q,
      ...(limit !== undefined && { limit }),
    });
  return { ...workspace, projectId, unitIds, find };
}

test("a text finds projects, units, people and task templates, with their addresses [QUICK-01]", async () => {
  const { find, projectId, unitIds, templateIds, manager } = await setup();
  expect(await find("main")).toEqual([
    {
      ...{ type: "project", id: projectId, name: "Main Street", detail: null, projectId },
      path: `/projects/${projectId}/units`,
    },
  ]);
  expect(await find("204 main")).toEqual([
    {
      ...{ type: "unit", id: unitIds[1], name: "204", detail: "Main Street", projectId },
      path: `/projects/${projectId}/units?unit=${unitIds[1]}`,
    },
  ]);
  expect(await find("2 task")).toEqual([
    {
      ...{ type: "template", id: templateIds[1], name: "Task 2", detail: "Paint", projectId: null },
      path: `/task-templates?template=${templateIds[1]}`,
    },
  ]);
  const { pool } = await memberOf(manager);
  expect(await find("rivrea ana")).toEqual([
    {
      ...{ type: "person", id: pool.id, name: "Ana Rivera", detail: "Tiles", projectId: null },
      path: `/board?who=${pool.id}`,
    },
  ]);
});

async function memberOf(manager: Awaited<ReturnType<typeof setupWorkspace>>["manager"]) {
  const pool = await manager.mutation(api.teamMembers.create, {
    ...{ firstName: "Ana", lastName: "Rivera", role: "crew_member", trade: "Tiles" },
    email: "secret@tiles.test",
  });
  return { pool };
}

test("people are found by name and never by email address [QUICK-01]", async () => {
  const { t, find, manager } = await setup();
  await memberOf(manager);
  await t.run(async ({ db }) => {
    const now = Date.now();
    const user = { role: "project_manager", createdAt: now, updatedAt: now };
    await db.insert("users", { ...user, email: "nameless@homes.test" });
    await db.insert("users", {
      ...user,
      email: "gone@homes.test",
      firstName: "Gone",
      removedAt: 1,
    });
  });
  for (const q of ["secret", "tiles", "nameless", "homes", "gone"])
    expect(await find(q)).toEqual([]);
  expect(await find("person")).toHaveLength(3);
});

test("blanks find nothing, and a text or a limit out of bounds is refused [QUICK-01]", async () => {
  const { t, find, supervisor } = await setup();
  expect(await supervisor.query(api.search.find, {})).toEqual([]);
  expect(await find("  ")).toEqual([]);
  expect(await find("1", 1)).toHaveLength(1);
  await expect(find("x".repeat(201))).rejects.toMatchObject(refusal("invalid"));
  for (const limit of [0, 51, 1.5])
    await expect(find("1", limit)).rejects.toMatchObject(refusal("invalid"));
  const asNobody = t.query(api.search.find, { q: "1" });
  await expect(asNobody).rejects.toMatchObject(refusal("unauthenticated"));
});

test("deleted things are found no more, and others keep their places [QUICK-01]", async () => {
  vi.useFakeTimers();
  const { t, find, manager, projectId, unitIds, templateIds } = await setup();
  await manager.mutation(api.units.create, { projectId, units: ["305"] });
  await manager.mutation(api.units.remove, { unitId: first(unitIds) });
  await manager.mutation(api.taskTemplates.retire, { templateId: first(templateIds) });
  expect(await find("101")).toEqual([]);
  expect((await find("task")).map(({ name }) => name)).toEqual(["Task 2", "Task 3"]);
  const names = async () => await manager.query(api.units.names, { projectId });
  expect((await names()).map(({ name }) => name)).toEqual(["204", "305"]);
  await manager.mutation(api.projects.remove, { projectId });
  expect(await find("204")).toEqual([]);
  await emptyTrash(t, manager);
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await find("204")).toEqual([]);
  expect(await rowsOf(t, "unitNames")).toEqual([]);
});

test("names stand in compact rows, in the order entered, which a tick does not write [QUICK-01]", async () => {
  const { t, manager, newUnitWithTasks } = await setup();
  const units = Array.from({ length: 230 }, (_, at) => `U${at + 1}`);
  const { id: projectId } = await manager.mutation(api.projects.create, { name: "Tall", units });
  await manager.mutation(api.units.create, { projectId, units: ["Last"] });
  const rows = async () =>
    (await rowsOf(t, "unitNames")).filter((row) => row.projectId === projectId);
  expect((await rows()).map(({ names }) => names.length)).toEqual([100, 100, 31]);
  const list = await manager.query(api.units.names, { projectId });
  expect(list.map(({ name }) => name)).toEqual([...units, "Last"]);

  const { taskIds } = await newUnitWithTasks();
  const before = await rowsOf(t, "unitNames");
  await manager.mutation(api.tasks.update, { taskId: first(taskIds), status: "completed" });
  await manager.mutation(api.units.update, { unitId: first(list).id, status: "in_progress" });
  expect(await rowsOf(t, "unitNames")).toEqual(before);
  await expectConsistent(t);
});

test("the newest 30,000 units are looked through, and no more is read [QUICK-01]", async () => {
  const { t, find, projectId, unitIds } = await setup();
  await t.run(async ({ db }) => {
    for (let at = 1; at <= 305; at++) {
      const names = [{ id: first(unitIds), name: `Row${at}`, at }];
      await db.insert("unitNames", { projectId, from: at, names });
    }
  });
  const found = async (q: string) => (await find(q, 1)).map(({ name }) => name);
  expect(await found("row305")).toEqual(["Row305"]);
  expect(await found("row7")).toEqual(["Row7"]);
  expect(await found("row5")).toEqual(["Row50"]);
  expect(await find("204")).toEqual([]);
});

test("units of an earlier version are named at once, and found when they are carried over [QUICK-01]", async () => {
  const { t, find, manager, projectId } = await setup();
  await t.run(async ({ db }) => {
    for (const row of await db.query("unitNames").collect()) await db.delete("unitNames", row._id);
    for (const row of await db.query("figureBuilds").collect())
      await db.delete("figureBuilds", row._id);
  });
  const names = async () =>
    (await manager.query(api.units.names, { projectId })).map(({ name }) => name);
  expect(await names()).toEqual(["101", "204"]);
  await manager.mutation(api.units.create, { projectId, units: ["305"] });
  expect(await names()).toEqual(["101", "204", "305"]);
  for (let step = 0; step < 10; step++) await t.mutation(internal.jobs.analytics.backfill, {});
  expect(await rowsOf(t, "unitNames")).toHaveLength(1);
  expect(await names()).toEqual(["101", "204", "305"]);
  expect(await find("204")).toHaveLength(1);
});
