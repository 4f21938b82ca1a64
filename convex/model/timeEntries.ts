import type { Doc, Id } from "../_generated/dataModel.js";
import type { WriterCtx } from "./context.ts";
import { recordEvent } from "./events.ts";

/** Every shift has an unpaid break of one hour. */
const breakHours = 1;

/** The paid hours of a shift, with 2 decimals and never below 0. */
export function paidHours(startTime: number, endTime: number): number {
  const hours = (endTime - startTime) / 3_600_000 - breakHours;
  return Math.max(0, Math.round(hours * 100) / 100);
}

type NewTimeEntry = Omit<
  Doc<"timeEntries">,
  "_id" | "_creationTime" | "userId" | "totalHours" | "updatedAt"
>;

/** Adds a time entry recorded by the caller; the hours follow from start and end. */
export async function addTimeEntry(
  ctx: WriterCtx,
  entry: NewTimeEntry,
  memberName: string,
): Promise<Id<"timeEntries">> {
  const totalHours =
    entry.endTime === undefined ? undefined : paidHours(entry.startTime, entry.endTime);
  const id = await ctx.db.insert("timeEntries", {
    ...entry,
    ...(totalHours === undefined ? {} : { totalHours }),
    userId: ctx.viewer._id,
    updatedAt: entry.createdAt,
  });
  await recordEvent(ctx, {
    kind: "time.added",
    at: entry.createdAt,
    projectId: entry.projectId,
    ...(entry.unitId === undefined ? {} : { unitId: entry.unitId }),
    timeEntryId: id,
    label: memberName,
    ...(totalHours === undefined ? {} : { count: totalHours, inFeed: true }),
  });
  return id;
}
