import { v } from "convex/values";
import { jobQuery } from "../functions.ts";
import { toProjectDeletion } from "../model/deletion/projects.ts";
import { vDeletionStatus } from "../tables/bookkeeping.ts";

/** Deleted projects that are still being emptied at one time: far more than anybody deletes. */
const maxDeletions = 1000;

/** Answers when the store does. */
export const store = jobQuery({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.db.query("users").first();
    return null;
  },
});

/** The progress of the deletion of a deleted project's contents; null when nothing is left. */
export const projectRemoval = jobQuery({
  args: { projectId: v.string() },
  returns: v.union(vDeletionStatus, v.null()),
  handler: async (ctx, { projectId }) => {
    const runs = await ctx.db.query("projectRemovals").take(maxDeletions);
    const run = runs.find((one) => one.projectId === projectId);
    return run === undefined ? null : toProjectDeletion(run).status;
  },
});
