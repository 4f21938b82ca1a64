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

/** Small records removed in one transaction; a unit or a project has one of its own. */
const maxSmall = 50;

/** Removes what an item holds for good, in the name of the caller. */
export async function removeForGood(ctx: WriterCtx, item: Doc<"trash">): Promise<void> {
  const trashed = await erase(ctx, item);
  if (trashed !== null) await recordEvent(ctx, eventWithPlace(item, trashed));
}

/** Removes for good what has been in the trash for its days, the oldest first; the rest in further transactions. */
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

/** Removes the record of an item with what hangs on it; null when it is gone already. */
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
