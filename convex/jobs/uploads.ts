import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { discardIfUnused } from "../model/photos/photoFiles.ts";
import { listExpiredUploads, uploadLifetimeMs } from "../model/photos/uploadAddresses.ts";

/** The number of files that one transaction examines. */
const batchSize = 100;

const day = 24 * 60 * 60_000;
/**
 * The minimum age of a file that may be deleted as unused. An upload or an action that is still running may claim a
 * younger file.
 */
const graceMs = uploadLifetimeMs;
/**
 * The age up to which a run examines files. Older files were in use at that age, and are deleted with their records.
 */
const lookbackMs = 30 * day;

/** Deletes expired upload addresses, and their files that did not become photos. */
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

/**
 * Deletes stored files that no record names. An action leaves such a file when it dies after storing the file and
 * before its mutation.
 */
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
