import type { Doc, Id } from "../../_generated/dataModel.js";
import { utcDay } from "../../lib/dates.ts";
import type { MutationCtx } from "../context/context.ts";
import { keepOpenWork } from "./openWork.ts";
import { rebuildUnitFigures } from "./unitFigures.ts";
import { rebuildWorkDay } from "./workDays.ts";

/** Units gone through in one transaction; each costs its tasks. */
const unitsPerStep = 100;
/** Time entries gone through in one transaction; each may cost those of its day. */
const entriesPerStep = 200;

/**
 * One step of making what is kept beside records for those from before it was kept; true when more are to come. Every
 * step is safe to repeat, and what is written meanwhile is right already.
 */
export async function continueBackfill(ctx: MutationCtx): Promise<boolean> {
  const build = await ctx.db.query("figureBuilds").first();
  if (build?.done === true && build.isWorkDone === true) return false;
  const progress = build ?? { afterUnit: 0, afterEntry: 0, done: false };
  const next = progress.done
    ? { ...progress, ...(await buildOpenWork(ctx, build?.afterWork ?? 0)) }
    : { ...progress, ...(await buildFigures(ctx, progress)) };
  if (build === null) await ctx.db.insert("figureBuilds", next);
  else await ctx.db.replace("figureBuilds", build._id, next);
  return !(next.done && next.isWorkDone);
}

async function buildFigures(
  ctx: MutationCtx,
  { afterUnit, afterEntry }: Pick<Doc<"figureBuilds">, "afterUnit" | "afterEntry">,
) {
  const units = await buildUnits(ctx, afterUnit);
  const entries = units.isLast ? await buildWorkDays(ctx, afterEntry) : null;
  return {
    afterUnit: units.last,
    afterEntry: entries?.last ?? afterEntry,
    done: entries?.isLast === true,
    isWorkDone: false,
  };
}

async function buildOpenWork(ctx: MutationCtx, after: number) {
  const units = await unitsAfter(ctx, after);
  for (const unit of units) await keepOpenWork(ctx, unit);
  return {
    afterWork: units.at(-1)?._creationTime ?? after,
    isWorkDone: units.length < unitsPerStep,
  };
}

async function buildUnits(ctx: MutationCtx, after: number) {
  const units = await unitsAfter(ctx, after);
  for (const unit of units) await rebuildUnitFigures(ctx, unit);
  return { last: units.at(-1)?._creationTime ?? after, isLast: units.length < unitsPerStep };
}

async function unitsAfter(ctx: MutationCtx, after: number): Promise<Doc<"units">[]> {
  return await ctx.db
    .query("units")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after))
    .take(unitsPerStep);
}

async function buildWorkDays(ctx: MutationCtx, after: number) {
  const entries = await ctx.db
    .query("timeEntries")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after))
    .take(entriesPerStep);
  const days = new Map<string, { projectId: Id<"projects">; day: number }>();
  for (const { projectId, date } of entries) {
    const day = utcDay(date);
    days.set(`${projectId} ${day}`, { projectId, day });
  }
  for (const { projectId, day } of days.values()) await rebuildWorkDay(ctx, projectId, day);
  return { last: entries.at(-1)?._creationTime ?? after, isLast: entries.length < entriesPerStep };
}
