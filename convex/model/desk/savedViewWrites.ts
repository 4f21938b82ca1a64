import type { Doc } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import type { CreateViewInput, UpdateViewInput } from "../../rules/inputs/views.ts";
import type { WriterCtx } from "../context/context.ts";
import { changesOf, patchOf, recordEvent } from "../history/events.ts";
import { listOwnViews, listSharedViews, maxViews } from "./savedViews.ts";

type View = Doc<"savedViews">;

/** Creates a view of a page under a name; its owner is the viewer, or for an undo the former owner. */
export async function createView(
  ctx: WriterCtx,
  { shared = false, ...given }: CreateViewInput,
  { at = Date.now(), owner = ctx.viewer }: { at?: number; owner?: Doc<"users"> } = {},
): Promise<View> {
  if ((await listOwnViews({ ...ctx, viewer: owner })).length >= maxViews)
    throw new AppError("invalid", `A person keeps at most ${maxViews} views: delete one first`);
  if (shared) await requireRoomForShared(ctx);
  const fields = { ...given, shared };
  const owned = { createdBy: owner._id, createdAt: at, updatedAt: at };
  const id = await ctx.db.insert("savedViews", { ...fields, ...owned });
  const event = { viewId: id, label: given.name, changes: changesOf({}, fields) };
  await recordEvent(ctx, { kind: "view.created", at, ...event });
  return must(await ctx.db.get("savedViews", id), "a view just kept exists");
}

/** Updates the sent fields of a view. */
export async function updateView(
  ctx: WriterCtx,
  view: View,
  input: UpdateViewInput,
): Promise<View> {
  const changes = changesOf(view, input);
  if (changes.length === 0) return view;
  if (input.shared === true && !view.shared) await requireRoomForShared(ctx);
  await ctx.db.patch("savedViews", view._id, { ...patchOf(changes), updatedAt: Date.now() });
  await recordEvent(ctx, { kind: "view.updated", ...subjectOf(view), changes });
  return must(await ctx.db.get("savedViews", view._id), "a view just updated exists");
}

/** Deletes a view; the event keeps its fields. */
export async function deleteView(ctx: WriterCtx, view: View): Promise<void> {
  await ctx.db.delete("savedViews", view._id);
  const emptied = { name: null, page: null, query: null, shared: null, createdBy: null };
  const changes = changesOf(view, emptied);
  await recordEvent(ctx, { kind: "view.removed", ...subjectOf(view), changes });
}

function subjectOf({ _id, name }: View) {
  return { viewId: _id, label: name };
}

async function requireRoomForShared(ctx: WriterCtx): Promise<void> {
  if ((await listSharedViews(ctx)).length < maxViews) return;
  throw new AppError(
    "invalid",
    `At most ${maxViews} views are for everyone: delete one first, or keep this one for yourself`,
  );
}
