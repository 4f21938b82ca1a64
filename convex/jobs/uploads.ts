import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { discardIfUnused } from "../model/photoFiles.ts";

/** Files looked at in one transaction. */
const batchSize = 100;

const day = 24 * 60 * 60_000;
/** By then whoever uploaded a file has made something of it. */
const graceMs = day;
/** How far back a run looks: files that were in use then are deleted with what used them. */
const lookbackMs = 30 * day;

/** Deletes uploaded files that nobody made a photo of, for example because the page was closed in between. */
export const sweep = jobMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after }) => {
    const now = Date.now();
    const files = await ctx.db.system
      .query("_storage")
      .withIndex("by_creation_time", (q) =>
        q.gt("_creationTime", after ?? now - lookbackMs).lt("_creationTime", now - graceMs),
      )
      .take(batchSize);
    for (const file of files) await discardIfUnused(ctx, file._id);
    const last = files.at(-1);
    if (files.length === batchSize && last !== undefined) {
      await ctx.scheduler.runAfter(0, internal.jobs.uploads.sweep, { after: last._creationTime });
    }
    return null;
  },
});
