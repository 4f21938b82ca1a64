import { v } from "convex/values";
import { staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { vDeleted } from "./model/context/records.ts";
import { removeForGood } from "./model/trash/removal.ts";
import { restoreItem, takeBackDeletion } from "./model/trash/restoring.ts";
import * as Trash from "./model/trash/trash.ts";
import { listTrashInput } from "./rules/inputs/trash.ts";

/**
 * A page of the records that people deleted and that can still be restored, newest first. The arguments narrow it to
 * one kind or project.
 */
export const list = staffQuery("trash:write")({
  args: {
    kind: v.optional(v.string()),
    projectId: v.optional(v.string()),
    cursor: v.optional(v.union(v.string(), v.null())),
    limit: v.optional(v.number()),
  },
  returns: Trash.vTrashPage,
  handler: async (ctx, sent) => await Trash.trashPage(ctx, parseInput(listTrashInput, sent)),
});

/**
 * Restores a record from the trash as it was, with everything that belonged to it. Refused while its unit or project is
 * in the trash.
 */
export const restore = staffMutation("trash:write")({
  args: { itemId: v.string() },
  returns: Trash.vTrashItem,
  handler: async (ctx, { itemId }) => {
    const item = await Trash.requireTrashItem(ctx, itemId);
    const restored = await Trash.toTrashItem(ctx, item);
    await restoreItem(ctx, item);
    return restored;
  },
});

/** Undoes a deletion of the caller. The notice after a deletion offers it, also to users who may not read the trash. */
export const takeBack = staffMutation("project:read")({
  args: { recordId: v.string() },
  returns: v.null(),
  handler: async (ctx, { recordId }) => {
    await takeBackDeletion(ctx, recordId);
    return null;
  },
});

/** Removes a record from the trash for good, with the records that were deleted from it before. */
export const remove = staffMutation("trash:write")({
  args: { itemId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { itemId }) => {
    await removeForGood(ctx, await Trash.requireTrashItem(ctx, itemId));
    return { success: true as const };
  },
});
