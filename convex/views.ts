import { v } from "convex/values";
import { staffMutation, viewerQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import * as Views from "./model/desk/savedViews.ts";
import * as Writes from "./model/desk/savedViewWrites.ts";
import { createViewInput, updateViewInput } from "./rules/inputs/views.ts";

/** The caller's own views and the views for everyone, by name; with `page`, only the views of that page. */
export const list = viewerQuery("project:read")({
  args: { page: v.optional(v.string()) },
  returns: v.array(Views.vSavedView),
  handler: async (ctx, { page }) => await Views.toSavedViews(ctx, await Views.listViews(ctx, page)),
});

/** Stores a view under a name, for the caller or for everyone; a resent key answers with the first view. */
export const create = staffMutation("project:read")({
  args: {
    name: v.string(),
    page: v.string(),
    query: v.string(),
    shared: v.optional(v.boolean()),
    key: v.optional(v.string()),
  },
  returns: Views.vSavedView,
  handler: async (ctx, { key, ...sent }) => {
    const input = parseInput(createViewInput, sent);
    return await answerOnce(
      ctx,
      { operation: "views:create", key },
      async () => await Views.toSavedView(ctx, await Writes.createView(ctx, input)),
    );
  },
});

/**
 * Updates the sent fields of a view. Its owner may do that; managers and administrators may also change a view for
 * everyone.
 */
export const update = staffMutation("project:read")({
  args: {
    viewId: v.string(),
    name: v.optional(v.string()),
    query: v.optional(v.string()),
    shared: v.optional(v.boolean()),
  },
  returns: Views.vSavedView,
  handler: async (ctx, { viewId, ...sent }) => {
    const view = await Views.requireViewToChange(ctx, viewId);
    const input = parseInput(updateViewInput, sent);
    return await Views.toSavedView(ctx, await Writes.updateView(ctx, view, input));
  },
});

/** Deletes a view at once, by those who may change it. */
export const remove = staffMutation("project:read")({
  args: { viewId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { viewId }) => {
    await Writes.deleteView(ctx, await Views.requireViewToChange(ctx, viewId));
    return { success: true as const };
  },
});
