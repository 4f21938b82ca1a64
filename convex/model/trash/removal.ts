import { internal } from "../../_generated/api.js";
import type { Doc } from "../../_generated/dataModel.js";
import { trashMs } from "../context/company.ts";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { eraseProject } from "../deletion/projects.ts";
import { eraseUnit } from "../deletion/units.ts";
import { recordEvent, recordOwnAct } from "../history/events.ts";
import { erasePhoto } from "../photos/photoWrites.ts";
import { eraseTask } from "../tasks/taskTrash.ts";
import { eventOf, type Trashed, trashedRecord } from "./records.ts";

/** The maximum number of small records removed in one transaction; a unit or a project ends its transaction. */
const maxSmall = 50;

/** Removes the record of a trash item for good; the caller is the acting user of the event. */
export async function removeForGood(ctx: WriterCtx, item: Doc<"trash">): Promise<void> {
  const trashed = await erase(ctx, item);
  if (trashed !== null) await recordEvent(ctx, eventWithPlace(item, trashed));
}

/** Removes expired trash items for good, oldest first; the rest follows in further transactions. */
export async function eraseExpired(ctx: MutationCtx): Promise<void> {
  const expired = await ctx.db
    .query("trash")
    .withIndex("by_creation_time", (q) => q.lte("_creationTime", Date.now() - trashMs()))
    .take(maxSmall);
  const large = expired.findIndex(({ kind }) => kind === "project" || kind === "unit");
  const items = large === -1 ? expired : expired.slice(0, large + 1);
  for (const item of items) {
    const trashed = await erase(ctx, item);
    if (trashed !== null) await recordOwnAct(ctx, eventWithPlace(item, trashed));
  }
  if (items.length < expired.length || expired.length === maxSmall)
    await ctx.scheduler.runAfter(0, internal.jobs.trash.removeExpired, {});
}

function eventWithPlace({ projectId }: Doc<"trash">, trashed: Trashed) {
  return { ...(projectId !== undefined && { projectId }), ...eventOf(trashed, "removedForGood") };
}

/** Removes the record of an item with its parts; returns null when the record is gone already. */
async function erase(ctx: MutationCtx, item: Doc<"trash">): Promise<Trashed | null> {
  const trashed = await trashedRecord(ctx, item);
  await ctx.db.delete("trash", item._id);
  if (trashed !== null) await eraseRecord(ctx, trashed);
  return trashed;
}

async function eraseRecord(ctx: MutationCtx, { kind, row }: Trashed): Promise<void> {
  switch (kind) {
    case "project":
      return await eraseProject(ctx, row);
    case "unit":
      return await eraseUnit(ctx, row);
    case "task":
      return await eraseTask(ctx, row);
    case "photo":
      return await erasePhoto(ctx, row);
    case "note":
      return await ctx.db.delete("unitNotes", row._id);
    case "time_entry":
      return await ctx.db.delete("timeEntries", row._id);
  }
}
