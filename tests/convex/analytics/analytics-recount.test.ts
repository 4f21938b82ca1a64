import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { setupAnalytics } from "../../support/analytics.ts";
import { randomRuns } from "../../support/random-runs.ts";
import { slowAnalytics } from "../../support/slow-analytics.ts";
import { rowsOf } from "../../support/workspace.ts";

const hour = 3_600_000;
const day = 24 * hour;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-18T15:00:00.000Z") });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Days from now: picked days are noons, others lie close to the beginning of a period or a day. */
const days = fc.oneof(
  fc.integer({ min: -70, max: 5 }).map((whole) => whole - 3 / 24),
  fc.constantFrom(0, -1, -15 / 24, -30, -30 - 1e-8, -60, -60 - 1e-8, -90, -180, -365, -400, -735),
  fc.constantFrom(9 / 24 - 1e-8, 9 / 24, -15 / 24 - 1e-8, -29.5, -30.5),
);
const maybe = fc.option(days, { nil: undefined });

const operation = fc.record({
  kind: fc.constantFrom(
    ...(["task", "task", "task", "task", "task", "unit", "unit", "time", "time", "time"] as const),
    ...(["changeTime", "deleteTime", "deleteTask", "deleteUnit", "photo", "deletePhoto"] as const),
    ...(["assign", "unassign", "deleteTeamMember"] as const),
  ),
  pick: fc.nat(1000),
  start: maybe,
  due: maybe,
  done: maybe,
  date: days,
  hours: fc.constantFrom(null, 0, 2.5, 7.33, 8, 10, 10.01, 14),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

type Workspace = Awaited<ReturnType<typeof setupAnalytics>>;

async function carryOut(workspace: Workspace, op: Operation): Promise<unknown> {
  const { t, manager, projectId, at } = workspace;
  const pick = <Row>(rows: readonly Row[]) => rows[op.pick % Math.max(rows.length, 1)];
  const unit = pick(await rowsOf(t, "units"));
  const task = pick(await rowsOf(t, "tasks"));
  const entry = pick(await rowsOf(t, "timeEntries"));
  const member = pick(await rowsOf(t, "teamMembers"));
  const photo = pick(await rowsOf(t, "photos"));
  const sentAt = (moment: number | undefined) => (moment === undefined ? null : at(moment));
  switch (op.kind) {
    case "task":
      return (
        task &&
        (await manager.mutation(api.tasks.update, {
          taskId: task._id,
          ...(op.pick % 5 === 0 ? {} : { startDate: sentAt(op.start) }),
          ...(op.pick % 3 === 0 ? {} : { dueDate: sentAt(op.due) }),
          ...(op.pick % 4 === 0 ? {} : { completionDate: sentAt(op.done) }),
        }))
      );
    case "unit":
      return (
        unit &&
        (await manager.mutation(api.units.update, {
          unitId: unit._id,
          ...{ startDate: sentAt(op.start), completionDate: sentAt(op.done) },
        }))
      );
    case "time":
      return await manager.mutation(api.timeEntries.create, {
        projectId,
        date: at(op.date),
        ...shiftOf(op),
        ...(member === undefined || op.pick % 4 === 0 ? {} : { teamMemberId: member._id }),
        ...(unit === undefined || op.pick % 3 === 0 ? {} : { unitId: unit._id }),
      });
    case "changeTime":
      return (
        entry &&
        (await manager.mutation(api.timeEntries.update, {
          timeEntryId: entry._id,
          ...(op.pick % 2 === 0 ? { date: at(op.date) } : {}),
          ...(op.pick % 3 === 0 ? {} : shiftOf(op)),
          ...(op.pick % 5 === 0 ? { teamMemberId: member?._id ?? null } : {}),
        }))
      );
    case "deleteTime":
      return entry && (await manager.mutation(api.timeEntries.remove, { timeEntryId: entry._id }));
    case "deleteTask":
      return task && (await manager.mutation(api.tasks.remove, { taskId: task._id }));
    case "deleteUnit":
      return (
        unit &&
        op.pick % 3 === 0 &&
        (await manager.mutation(api.units.remove, { unitId: unit._id }))
      );
    case "photo":
      return unit && (await addPhoto(workspace, unit._id, op));
    case "deletePhoto":
      return photo && (await manager.mutation(api.photos.remove, { photoId: photo._id }));
    case "assign":
      return await workspace.addMember(`Member ${op.pick}`, op.pick % 4 !== 0);
    case "unassign":
      return (
        member &&
        (await manager.mutation(api.projectTeams.unassign, {
          projectId,
          teamMemberId: member._id,
        }))
      );
    default:
      return (
        member && (await manager.mutation(api.teamMembers.remove, { teamMemberId: member._id }))
      );
  }
}

function shiftOf({ hours }: Operation) {
  const start = Date.now() - 40 * hour;
  const end = hours === null ? null : new Date(start + (hours + 1) * hour).toISOString();
  return { startTime: new Date(start).toISOString(), endTime: end };
}

async function addPhoto({ t, manager, projectId }: Workspace, unitId: string, { pick }: Operation) {
  await t.run(async (ctx) => {
    const { addPhoto: add } = await import("../../../convex/model/photos/photoWrites.ts");
    const viewer = await ctx.db.get("users", manager.userId);
    const id = ctx.db.normalizeId("units", unitId);
    if (viewer === null || id === null) throw new Error("No such row");
    const storageId = await ctx.storage.store(new Blob(["picture"]));
    const times = { photoDate: Date.now(), createdAt: Date.now() };
    const type = pick % 2 === 0 ? ("completion" as const) : ("progress" as const);
    const photo = { unitId: id, projectId, storageId, filename: `${storageId}.png`, type };
    await add({ ...ctx, viewer }, { ...photo, ...times });
  });
}

async function expectExact({ t, projectId, read }: Workspace) {
  for (const period of [undefined, 30, 90, 365] as const) {
    expect({ period, ...(await read(period)) }).toEqual({
      period,
      ...(await slowAnalytics(t, projectId, period)),
    });
  }
}

test("after any operations every figure equals one worked out from the records [OP-39, DATA-39, DATA-46, ANALYTICS-21]", async () => {
  const run = fc.asyncProperty(
    fc.array(operation, { minLength: 40, maxLength: 70 }),
    async (operations) => {
      vi.setSystemTime(Date.parse("2026-03-18T15:00:00.000Z"));
      const workspace = await setupAnalytics({ templates: 5, units: ["1", "2", "3"] });
      for (const unitId of workspace.unitIds) await workspace.tasksOf(unitId);
      await workspace.addMember("First");
      for (const op of operations) {
        await carryOut(workspace, op).catch((error: unknown) => {
          const { code } = (error as { data?: { code?: string } }).data ?? {};
          if (!["invalid", "conflict", "not_found"].includes(code ?? "")) throw error;
        });
      }
      await expectExact(workspace);
      await expectSameAfterRebuild(workspace);
      // Five hours later, an entry just inside a period lies outside of it.
      vi.setSystemTime(Date.now() + 5 * hour);
      await expectExact(workspace);
    },
  );
  await fc.assert(run, { numRuns: randomRuns(6), seed: 20_260_318, endOnFailure: true });
}, 120_000);

/**
 * Checks that rows which the backfill derives from the records give the same answers as the rows that each write
 * maintains.
 */
async function expectSameAfterRebuild(workspace: Workspace) {
  const { t, read } = workspace;
  const kept = [await read(), await read(30)];
  await t.run(async ({ db }) => {
    for (const { _id } of await db.query("unitFigures").collect())
      await db.delete("unitFigures", _id);
    for (const { _id } of await db.query("workDays").collect()) await db.delete("workDays", _id);
  });
  await t.mutation(internal.jobs.analytics.backfill, {});
  expect([await read(), await read(30)]).toEqual(kept);
}

test("a moment belongs to the period from its first millisecond to the end of today [OP-38]", async () => {
  const { manager, projectId, read } = await setupAnalytics();
  const now = Date.now();
  const log = async (moment: number) => {
    const startTime = new Date(moment).toISOString();
    const endTime = new Date(moment + 2 * hour).toISOString();
    await manager.mutation(api.timeEntries.create, {
      projectId,
      date: startTime,
      startTime,
      endTime,
    });
  };

  const hours: number[] = [];
  for (const moment of [
    ...[now - 30 * day - 1, now - 30 * day],
    ...[now, Date.parse("2026-03-18T23:59:59.999Z"), Date.parse("2026-03-19T00:00:00.000Z")],
  ]) {
    await log(moment);
    hours.push((await read(30)).totalHours);
  }

  expect(hours).toEqual([0, 1, 2, 3, 3]);
  expect((await read()).totalHours).toBe(5);
});
