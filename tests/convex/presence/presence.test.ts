import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { maxPages } from "../../../convex/model/presence/presences.ts";
import { beatMs } from "../../../convex/rules/presence.ts";
import { first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function setupPlace() {
  const workspace = await setupWorkspace();
  const { t, manager } = workspace;
  const { projectId, unitIds } = await workspace.newProject();
  const unitId = first(unitIds);
  const lookers = async () => await manager.query(api.presence.list, { projectId });
  /** Lets time pass as on a server: scheduled functions run when they are due. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1000);
      await t.finishInProgressScheduledFunctions();
    }
  };
  const ids = async () => (await lookers()).map(({ userId }) => userId);
  return { ...workspace, projectId, unitId, lookers, ids, pass };
}

test("who looks at a project or one of its units is there by name, in order of coming [SEEN-01]", async () => {
  const { manager, supervisor, projectId, unitId, lookers } = await setupPlace();

  await supervisor.mutation(api.presence.look, { page: "phone", projectId, unitId });
  await manager.mutation(api.presence.look, { page: "desk", projectId });

  expect(await lookers()).toEqual([
    {
      ...{ userId: supervisor.userId, unitIds: [unitId] },
      name: expect.stringMatching(/^Person /) as string,
    },
    expect.objectContaining({ userId: manager.userId, unitIds: [] }),
  ]);
});

test("two pages of one person are one looker, until both are closed [SEEN-01]", async () => {
  const { supervisor, projectId, unitId, lookers } = await setupPlace();
  const { userId } = supervisor;
  await supervisor.mutation(api.presence.look, { page: "one", projectId });
  await supervisor.mutation(api.presence.look, { page: "two", projectId, unitId });

  expect(await lookers()).toMatchObject([{ userId, unitIds: [unitId] }]);
  await supervisor.mutation(api.presence.leave, { page: "two" });
  expect(await lookers()).toMatchObject([{ userId, unitIds: [] }]);
  await supervisor.mutation(api.presence.leave, { page: "one" });

  expect(await lookers()).toEqual([]);
  // A page that has left may report it again.
  await supervisor.mutation(api.presence.leave, { page: "one" });
});

test("a page that goes on is one looker, at its new place [SEEN-01]", async () => {
  const { manager, supervisor, newProject, projectId, unitId, ids } = await setupPlace();
  const other = await newProject(["1"], "Oak Court");
  const page = "phone";
  await supervisor.mutation(api.presence.look, { page, projectId, unitId });

  await supervisor.mutation(api.presence.look, { page, projectId: other.projectId });

  expect(await ids()).toEqual([]);
  const there = await manager.query(api.presence.list, { projectId: other.projectId });
  expect(there).toMatchObject([{ userId: supervisor.userId, unitIds: [] }]);
});

test("a page that falls silent is gone within 30 s, one that goes on beating stays [SEEN-01]", async () => {
  const { t, manager, supervisor, projectId, ids, pass } = await setupPlace();
  const beat = () => manager.mutation(api.presence.look, { page: "desk", projectId });
  await supervisor.mutation(api.presence.look, { page: "phone", projectId });
  await beat();
  await pass(20);
  await beat();
  expect(await ids()).toEqual([supervisor.userId, manager.userId]);

  await pass(10);

  expect(await ids()).toEqual([manager.userId]);
  for (let beats = 0; beats < 6; beats += 1) {
    await beat();
    await pass(beatMs / 1000);
  }
  expect(await ids()).toEqual([manager.userId]);
  expect(await rowsOf(t, "presenceBeats")).toHaveLength(1);
});

test("with nobody there nothing is kept and nothing is ordered; a returning page begins anew [SEEN-01]", async () => {
  const { t, supervisor, projectId, ids, pass } = await setupPlace();
  const look = () => supervisor.mutation(api.presence.look, { page: "phone", projectId });
  const ordered = async () =>
    await t.run(async (ctx) => {
      const jobs = await ctx.db.system.query("_scheduled_functions").collect();
      return jobs.filter(({ state }) => state.kind === "pending").length;
    });
  await look();
  await supervisor.mutation(api.presence.leave, { page: "phone" });
  await look();
  expect(await ordered()).toBe(1);
  await supervisor.mutation(api.presence.leave, { page: "phone" });

  await pass(60);

  expect(await ordered()).toBe(0);
  for (const table of [
    ...(["presences", "presenceCrowds", "presenceBeats", "presenceSweeps"] as const),
    "presenceTurns" as const,
  ])
    expect(await rowsOf(t, table)).toEqual([]);
  await look();
  expect(await ids()).toEqual([supervisor.userId]);
  await pass(30);
  expect(await ids()).toEqual([]);
});

test("a look at the beats that never comes is ordered anew [SEEN-01]", async () => {
  const { t, supervisor, projectId, ids, pass } = await setupPlace();
  await supervisor.mutation(api.presence.look, { page: "phone", projectId });
  await t.run(async (ctx) => {
    for (const { stepId } of await ctx.db.query("presenceSweeps").collect())
      await ctx.scheduler.cancel(stepId);
  });
  await pass(60);
  expect(await ids()).toEqual([supervisor.userId]);

  await t.mutation(internal.jobs.cleanup.run, {});
  await pass(30);

  expect(await ids()).toEqual([]);
});

test("a beat writes no row that others read, and no event [SEEN-01]", async () => {
  const { t, supervisor, projectId, unitId } = await setupPlace();
  const look = () =>
    supervisor.mutation(api.presence.look, { page: "phone", projectId, unitId, field: null });
  await look();
  const before = await t.run(async (ctx) => JSON.stringify(await everyRowBut(ctx)));
  const [beat] = await rowsOf(t, "presenceBeats");

  vi.advanceTimersByTime(beatMs);
  await look();

  expect(await t.run(async (ctx) => JSON.stringify(await everyRowBut(ctx)))).toBe(before);
  expect((await rowsOf(t, "presenceBeats"))[0]?.at).toBe((beat?.at ?? 0) + beatMs);

  async function everyRowBut({ db }: Parameters<Parameters<typeof t.run>[0]>[0]) {
    const tables = [
      ...(["presences", "presenceCrowds", "presenceSweeps", "events"] as const),
      ...(["projects", "units"] as const),
    ];
    return await Promise.all(tables.map(async (table) => await db.query(table).collect()));
  }
});

test("who signs out is gone at once, with that session alone [SEEN-01]", async () => {
  const { t, admin, supervisor, manager, projectId, ids } = await setupPlace();
  await supervisor.mutation(api.presence.look, { page: "phone", projectId });
  await manager.mutation(api.presence.look, { page: "desk", projectId });

  await manager.mutation(api.sessions.end, { sessionId: manager.sessionId });
  const left = await supervisor.query(api.presence.list, { projectId });
  expect(left.map(({ userId }) => userId)).toEqual([supervisor.userId]);

  await supervisor.mutation(api.sessions.endOthers, {});
  expect(await supervisor.query(api.presence.list, { projectId })).toHaveLength(1);
  await admin.mutation(api.sessions.endAllOf, { userId: supervisor.userId });
  expect(await admin.query(api.presence.list, { projectId })).toEqual([]);
  expect(await rowsOf(t, "presenceBeats")).toEqual([]);
  await expect(ids()).rejects.toMatchObject(refusal("unauthenticated"));
});

test("a program can only say where it is itself, at places that exist, in a bounded number of pages [SEEN-01]", async () => {
  const { t, supervisor, manager, newProject, projectId, unitId, ids } = await setupPlace();
  const other = await newProject(["1"], "Oak Court");
  const look = (args: Record<string, unknown>) =>
    supervisor.mutation(api.presence.look, { page: "phone", projectId, ...args });

  for (const args of [
    { projectId: "none" },
    { projectId: unitId },
    { unitId: "none" },
    { unitId: projectId },
    { unitId: first(other.unitIds) },
    { recordId: "none", field: "name" },
    { recordId: supervisor.userId, field: "name" },
    { recordId: first(other.unitIds), field: "monthlyRent" },
  ])
    await expect(look(args)).rejects.toMatchObject(refusal("not_found"));
  for (const args of [
    { page: "" },
    { page: "p".repeat(65) },
    { recordId: unitId },
    { field: "monthlyRent" },
    { recordId: unitId, field: "f".repeat(65) },
  ])
    await expect(look(args)).rejects.toMatchObject(refusal("invalid"));
  expect(await rowsOf(t, "presences")).toEqual([]);

  // A page id belongs to its person: the same id of another person is another page.
  await manager.mutation(api.presence.look, { page: "0", projectId });
  for (let page = 0; page < maxPages + 30; page += 1) await look({ page: String(page) });
  expect(await rowsOf(t, "presences")).toHaveLength(maxPages + 1);
  expect(await rowsOf(t, "presenceBeats")).toHaveLength(maxPages + 1);
  expect(await ids()).toEqual([manager.userId, supervisor.userId]);
  await supervisor.mutation(api.presence.leave, { page: "0" });
  expect(await ids()).toContain(manager.userId);
});

test("who types in a field of a record is there until the field is left [SEEN-02]", async () => {
  const { manager, supervisor, projectId, unitId } = await setupPlace();
  const at = { page: "phone", projectId, unitId };
  const typers = async (recordId: string) => await manager.query(api.presence.typing, { recordId });

  await supervisor.mutation(api.presence.look, { ...at, recordId: unitId, field: "monthlyRent" });
  expect(await typers(unitId)).toMatchObject([{ userId: supervisor.userId, field: "monthlyRent" }]);
  expect(await typers(projectId)).toEqual([]);

  await supervisor.mutation(api.presence.look, at);
  expect(await typers(unitId)).toEqual([]);
});
