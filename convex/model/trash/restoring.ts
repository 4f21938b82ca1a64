import type { Doc } from "../../_generated/dataModel.js";
import { AppError, must, notPermitted } from "../../lib/errors.ts";
import type { TrashKind } from "../../rules/labels.ts";
import { can, type Permission } from "../../rules/permissions.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";
import { projectExists, unitExists } from "../context/records.ts";
import { restoreProject } from "../deletion/projects.ts";
import { maxPartsPerStep, restoreUnit } from "../deletion/units.ts";
import { recordEvent } from "../history/events.ts";
import { ownTrashItemOf } from "../history/trashItems.ts";
import { restorePhoto } from "../photos/photoWrites.ts";
import { restoreTask } from "../tasks/taskTrash.ts";
import { CountChanges } from "../numbers/counts.ts";
import { restoreTimeEntry } from "../time/timeEntryWrites.ts";
import { eventOf, type Trashed, trashedRecord } from "./records.ts";

/**
 * Restores the record of a trash item as it was, with everything that was deleted with it. Throws "conflict" while its
 * unit or project is in the trash.
 */
export async function restoreItem(ctx: WriterCtx, item: Doc<"trash">): Promise<void> {
  const counts = new CountChanges();
  await bringBack(ctx, { counts, budget: { parts: maxPartsPerStep } }, item);
  await counts.apply(ctx);
}

/**
 * The larger act of a restoration: its counts, and the number of parts that it may still restore in this transaction.
 */
type Larger = { counts: CountChanges; budget: { parts: number } };

/** Like `restoreItem`, as a part of a larger act, which applies the counts. */
export async function bringBack(ctx: WriterCtx, larger: Larger, item: Doc<"trash">): Promise<void> {
  const trashed = await trashedRecord(ctx, item);
  await requirePlace(ctx, item);
  if (trashed === null) throw new AppError("not_found", "This is not in the trash any more");
  await ctx.db.delete("trash", item._id);
  await restore(ctx, larger, { trashed, item });
  const place = item.projectId === undefined ? {} : { projectId: item.projectId };
  await recordEvent(ctx, { ...place, ...eventOf(trashed, "restored") });
}

/**
 * Undoes a deletion of the caller, who needs the permission of the deletion. The deletion's event is marked as undone
 * and cannot be undone again; the restoration can.
 */
export async function takeBackDeletion(ctx: WriterCtx, recordId: string): Promise<void> {
  const item = await ownTrashItemOf(ctx, recordId);
  if (item === null) throw new AppError("not_found", "This is not in the trash any more");
  if (!can(ctx.viewer.role, permissionByKind[item.kind])) throw notPermitted();
  const undoes = must(await ctx.db.get("events", item.eventId), "events are never deleted");
  await restoreItem({ ...ctx, whole: { ...ctx.whole, undoes } }, item);
  await ctx.db.patch("events", undoes._id, { undoneAt: Date.now() });
}

/** The permission that deleting a record of each kind needs. */
const permissionByKind = {
  project: "project:write",
  unit: "unit:write",
  task: "task:write",
  photo: "file:write",
  note: "unit:write",
  time_entry: "time:write",
} as const satisfies Record<TrashKind, Permission>;

async function restore(
  ctx: MutationCtx,
  { counts, budget }: Larger,
  { trashed: { kind, row }, item }: { trashed: Trashed; item: Doc<"trash"> },
) {
  switch (kind) {
    case "project":
      return await restoreProject(ctx, row);
    case "unit":
      budget.parts = await restoreUnit(ctx, row, { trashId: item._id, limit: budget.parts });
      return;
    case "task":
      return await restoreTask(ctx, counts, { task: row, item });
    case "photo":
      return await restorePhoto(ctx, row, item);
    case "note":
      return await ctx.db.patch("unitNotes", row._id, { trashId: undefined });
    case "time_entry":
      return await restoreTimeEntry(ctx, row, item);
  }
}

async function requirePlace(ctx: QueryCtx, { projectId, unitId }: Doc<"trash">): Promise<void> {
  if (projectId !== undefined && !(await projectExists(ctx, projectId)))
    throw new AppError("conflict", "Its project is in the trash: restore the project first");
  if (unitId !== undefined && !(await unitExists(ctx, unitId)))
    throw new AppError("conflict", "Its unit is in the trash: restore the unit first");
}
