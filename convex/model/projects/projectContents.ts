import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { projectCounts } from "../numbers/counts.ts";
import { listUnits } from "./units.ts";

/** The maximum count of records that have no stored total. */
const maxCounted = 1000;
/** The maximum size of the records of one kind that are read to be counted: their texts may be long. */
const maxBytes = 2 * 2 ** 20;
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
  const room = new ListRoom(maxBytes);
  const entries = await room.take(
    ctx.db.query("timeEntries").withIndex("projectId_date_startTime", (q) => q.eq("projectId", id)),
    maxCounted + 1,
  );
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
    photos: await countUpTo(units, { isMore, rows: (unitId) => photosOf(ctx, unitId) }),
    notes: await countUpTo(units, { isMore, rows: (unitId) => notesOf(ctx, unitId) }),
    hours: { count: hours, isMore: entries.length > maxCounted || room.isFull },
    teamMembers: counted(assignments.length),
    contractors: counted(contractors.length),
  };
}

type UnitId = Id<"units">;

/** Adds up the rows of each unit, until the maximum count or size is exceeded. */
async function countUpTo<Row extends Doc<"photos"> | Doc<"unitNotes">>(
  units: readonly UnitId[],
  { isMore, rows }: { isMore: boolean; rows: (unitId: UnitId) => AsyncIterable<Row> },
) {
  const room = new ListRoom(maxBytes);
  let count = 0;
  for (const unitId of units) {
    count += (await room.take(rows(unitId), maxCounted + 1 - count)).length;
    if (count > maxCounted || room.isFull) break;
  }
  const { count: shown, isMore: isLong } = counted(count);
  return { count: shown, isMore: isMore || isLong || room.isFull };
}

function photosOf(ctx: QueryCtx, unitId: UnitId): AsyncIterable<Doc<"photos">> {
  return ctx.db
    .query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId));
}

function notesOf(ctx: QueryCtx, unitId: UnitId): AsyncIterable<Doc<"unitNotes">> {
  return ctx.db.query("unitNotes").withIndex("unitId_createdAt", (q) => q.eq("unitId", unitId));
}

function counted(found: number) {
  return { count: Math.min(found, maxCounted), isMore: found > maxCounted };
}
