import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { projectCounts } from "../numbers/counts.ts";
import { listUnits } from "./units.ts";

/** The maximum count of records that have no stored total. */
const maxCounted = 1000;
/**
 * The maximum number of units whose photos and notes are counted; each costs two of the 4,096 index ranges of a query.
 */
const maxUnits = 300;

/** A count; `isMore` is true when counting stopped before the end. */
const vCounted = v.object({ count: v.number(), isMore: v.boolean() });

export const vProjectContents = v.object({
  units: v.number(),
  tasks: v.number(),
  photos: vCounted,
  notes: vCounted,
  hours: vCounted,
  teamMembers: vCounted,
  contractors: vCounted,
});

/** The numbers of records that are deleted together with a project. */
export async function projectContents(ctx: QueryCtx, { _id: id, unitCount }: Doc<"projects">) {
  const units = (await listUnits(ctx, id, maxUnits)).map((unit) => unit._id);
  const isMore = unitCount > maxUnits;
  const entries = await ctx.db
    .query("timeEntries")
    .withIndex("projectId_date_startTime", (q) => q.eq("projectId", id))
    .take(maxCounted + 1);
  const hours = entries
    .slice(0, maxCounted)
    .reduce((sum, entry) => sum + (entry.totalHours ?? 0), 0);
  const assignments = await ctx.db
    .query("projectTeamAssignments")
    .withIndex("projectId_isActive_assignedAt", (q) => q.eq("projectId", id).eq("isActive", true))
    .take(maxCounted + 1);
  const contractors = await ctx.db
    .query("contractors")
    .withIndex("projectId_companyName", (q) => q.eq("projectId", id))
    .take(maxCounted + 1);
  return {
    units: unitCount,
    tasks: (await projectCounts(ctx, id)).totalTasks,
    photos: await countUpTo(units, {
      isMore,
      rows: (unitId, limit) => photoCount(ctx, unitId, limit),
    }),
    notes: await countUpTo(units, {
      isMore,
      rows: (unitId, limit) => noteCount(ctx, unitId, limit),
    }),
    hours: { count: hours, isMore: entries.length > maxCounted },
    teamMembers: counted(assignments.length),
    contractors: counted(contractors.length),
  };
}

type UnitId = Id<"units">;

/** Adds up the rows of each unit, until the maximum count is exceeded. */
async function countUpTo(
  units: readonly UnitId[],
  { isMore, rows }: { isMore: boolean; rows: (unitId: UnitId, limit: number) => Promise<number> },
) {
  let count = 0;
  for (const unitId of units) {
    count += await rows(unitId, maxCounted + 1 - count);
    if (count > maxCounted) break;
  }
  const { count: shown, isMore: isLong } = counted(count);
  return { count: shown, isMore: isMore || isLong };
}

async function photoCount(ctx: QueryCtx, unitId: UnitId, limit: number): Promise<number> {
  const photos = ctx.db
    .query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId));
  return (await photos.take(limit)).length;
}

async function noteCount(ctx: QueryCtx, unitId: UnitId, limit: number): Promise<number> {
  const notes = ctx.db
    .query("unitNotes")
    .withIndex("unitId_createdAt", (q) => q.eq("unitId", unitId));
  return (await notes.take(limit)).length;
}

function counted(found: number) {
  return { count: Math.min(found, maxCounted), isMore: found > maxCounted };
}
