import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { discardIfUnused } from "../model/photos/photoFiles.ts";
import { listExpiredUploads, uploadLifetimeMs } from "../model/photos/uploadAddresses.ts";

/** Files looked at in one transaction. */
const batchSize = 100;

const day = 24 * 60 * 60_000;
/** Files that never came to be of an upload or a photo, because the action died: younger ones may still. */
const graceMs = uploadLifetimeMs;
/** The reach of a run into the past: files that were in use then are deleted with the records that used them. */
const lookbackMs = 30 * day;

/** Deletes upload addresses whose hour is over, with the files that nobody made a photo of. */
export const expire = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const uploads = await listExpiredUploads(ctx, batchSize);
    for (const { _id, storageId } of uploads) {
      if (storageId !== undefined) await discardIfUnused(ctx, storageId);
      else await ctx.db.delete("photoUploads", _id);
    }
    if (uploads.length === batchSize)
      await ctx.scheduler.runAfter(0, internal.jobs.uploads.expire, {});
    return null;
  },
});

/** Deletes stored files that nothing names: what was left when an action died between storing and writing down. */
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
