import type { Doc } from "../../_generated/dataModel.js";
import { utcDay } from "../../lib/dates.ts";
import type { MutationCtx } from "../context/context.ts";
import type { ListRoom } from "../context/listRoom.ts";
import { companyTimeZone } from "../context/company.ts";
import { readToday } from "../context/today.ts";
import { keepOpenWork } from "./openWork.ts";
import { keepSplit } from "./turnSplits.ts";
import { keepAlarm } from "./unitAlarms.ts";
import { rebuildUnitFigures } from "./unitFigures.ts";
import { roomOfStep, unitsDone } from "./unitSteps.ts";
import { addUnitNames } from "./unitNames.ts";
import { rebuildWorkDay } from "./workDays.ts";

/** The maximum number of units in one transaction. It ends earlier when their tasks are large. */
const unitsPerStep = 100;
/**
 * The maximum number of time entries in one transaction; each may cost all entries of its day. It ends earlier when they
 * are large.
 */
const entriesPerStep = 200;

/**
 * Runs one step of building derived rows for records of earlier versions; returns true while steps are left. A step may
 * be repeated safely, and rows written by concurrent changes are correct already.
 */
export async function continueBackfill(ctx: MutationCtx): Promise<boolean> {
  const build = await ctx.db.query("figureBuilds").first();
  const zone = companyTimeZone();
  if (build !== null && isWhole(build, zone)) return false;
  const progress = build ?? { afterUnit: 0, afterEntry: 0, done: false };
  const next = { ...progress, ...(await buildNext(ctx, progress)) };
  if (build === null) await ctx.db.insert("figureBuilds", next);
  else await ctx.db.replace("figureBuilds", build._id, next);
  return !isWhole(next, zone);
}

function isWhole(progress: Progress, zone: string): boolean {
  const { done, isWorkDone, isNamed, hasPeople, hasAlarms, splitZone } = progress;
  const steps = [done, isWorkDone, isNamed, hasPeople, hasAlarms];
  return steps.every((is) => is === true) && splitZone === zone;
}

type Progress = Omit<Doc<"figureBuilds">, "_id" | "_creationTime">;

async function buildNext(ctx: MutationCtx, progress: Progress): Promise<Partial<Progress>> {
  if (!progress.done) return await buildFigures(ctx, progress);
  if (progress.isWorkDone !== true) return await buildOpenWork(ctx, progress.afterWork ?? 0);
  if (progress.isNamed !== true) return await buildNames(ctx, progress.afterName ?? 0);
  if (progress.hasPeople !== true) return await buildPeople(ctx, progress.afterPeople ?? 0);
  if (progress.hasAlarms !== true) return await buildAlarms(ctx, progress.afterAlarm ?? 0);
  return await buildSplits(ctx, progress.afterSplit ?? 0);
}

async function buildFigures(
  ctx: MutationCtx,
  { afterUnit, afterEntry }: Pick<Doc<"figureBuilds">, "afterUnit" | "afterEntry">,
) {
  const units = await forUnits(ctx, afterUnit, (unit, room) => rebuildUnitFigures(ctx, unit, room));
  const entries = units.isLast ? await buildWorkDays(ctx, afterEntry) : null;
  return {
    afterUnit: units.last,
    afterEntry: entries?.last ?? afterEntry,
    done: entries?.isLast === true,
    isWorkDone: false,
  };
}

async function buildOpenWork(ctx: MutationCtx, after: number) {
  const units = await forUnits(ctx, after, (unit, room) => keepOpenWork(ctx, unit, room));
  return { afterWork: units.last, isWorkDone: units.isLast };
}

/** Rows of an earlier version have open work without its people. */
async function buildPeople(ctx: MutationCtx, after: number): Promise<Partial<Progress>> {
  const units = await forUnits(ctx, after, (unit, room) => keepOpenWork(ctx, unit, room));
  return { afterPeople: units.last, hasPeople: units.isLast };
}

/** Earlier versions counted the day after a due date one day late where clocks are more than twelve hours ahead. */
async function buildAlarms(ctx: MutationCtx, after: number): Promise<Partial<Progress>> {
  const today = await readToday(ctx);
  const units = await forUnits(ctx, after, (unit) => keepAlarm(ctx, unit, today));
  return { afterAlarm: units.last, hasAlarms: units.isLast };
}

/** Adds the names of units of earlier versions to the rows that the search reads. */
async function buildNames(ctx: MutationCtx, after: number): Promise<Partial<Progress>> {
  const units = await unitsAfter(ctx, after);
  for (const projectId of new Set(units.map((unit) => unit.projectId))) {
    const own = units.filter((unit) => unit.projectId === projectId);
    await addUnitNames(ctx, projectId, own);
  }
  return {
    afterName: units.at(-1)?._creationTime ?? after,
    isNamed: units.length < unitsPerStep,
  };
}

/** Splits count days of the company's time zone, so a change of the time zone starts again with the first unit. */
async function buildSplits(ctx: MutationCtx, after: number): Promise<Partial<Progress>> {
  const { last, isLast } = await forUnits(ctx, after, (unit, room) =>
    keepSplit(ctx, { unitId: unit._id, unit }, room),
  );
  return isLast ? { afterSplit: 0, splitZone: companyTimeZone() } : { afterSplit: last };
}

/** Does the work of a step for the units created after a time: the creation time of the last one that is done. */
async function forUnits(
  ctx: MutationCtx,
  after: number,
  work: (unit: Doc<"units">, room: ListRoom) => Promise<void>,
) {
  const units = await unitsAfter(ctx, after);
  const done = await unitsDone(units, work);
  return {
    last: done.at(-1)?._creationTime ?? after,
    isLast: done.length === units.length && units.length < unitsPerStep,
  };
}

async function unitsAfter(ctx: MutationCtx, after: number): Promise<Doc<"units">[]> {
  return await ctx.db
    .query("units")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after))
    .take(unitsPerStep);
}

async function buildWorkDays(ctx: MutationCtx, after: number) {
  const entries = ctx.db
    .query("timeEntries")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  const days = new Set<string>();
  const room = roomOfStep();
  let [last, count] = [after, 0];
  for await (const entry of entries) {
    if (count === entriesPerStep || room.isFull) return { last, isLast: false };
    const { projectId, date, _creationTime } = entry;
    const day = utcDay(date);
    const key = `${projectId} ${day}`;
    room.count(entry);
    if (!days.has(key)) await rebuildWorkDay(ctx, { projectId, day }, room);
    days.add(key);
    count += 1;
    last = _creationTime;
  }
  return { last, isLast: true };
}
