import { v } from "convex/values";
import { internal } from "../_generated/api.js";
import { jobMutation } from "../functions.ts";
import { deleteOldEntries } from "../model/audit/auditLog.ts";
import { renewSweep } from "../model/presence/sweeps.ts";
import * as Sessions from "../model/sessions/sessions.ts";

/** The number of rows of each kind that one transaction deletes. */
const batchSize = 500;

const day = 24 * 60 * 60_000;
/**
 * The time for which a client may resend a change that it has no answer for: a device may have been offline for weeks.
 */
const keyLifetime = 60 * day;
/** The time for which the progress of an assignment or an undo stays readable; each step of a running one renews it. */
const progressLifetime = day;

/**
 * Deletes expired and idle sessions (so that open pages notice), unfinished sign-ins, stored answers whose keys are too
 * old to be resent, the progress of old runs, and audit entries that are past their time.
 */
export const run = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const sessions = await Sessions.deleteExpired(ctx, batchSize);
    const idle = await Sessions.deleteIdle(ctx, batchSize);
    const signIns = await Sessions.deleteUnfinished(ctx, batchSize);
    const keys = await ctx.db
      .query("requestKeys")
      .withIndex("createdAt", (q) => q.lt("createdAt", now - keyLifetime))
      .take(batchSize);
    for (const key of keys) await ctx.db.delete("requestKeys", key._id);
    const runs = await ctx.db
      .query("bulkAssignments")
      .withIndex("updatedAt", (q) => q.lt("updatedAt", now - progressLifetime))
      .take(batchSize);
    for (const { _id } of runs) await ctx.db.delete("bulkAssignments", _id);
    const undoRuns = await ctx.db
      .query("undoRuns")
      .withIndex("updatedAt", (q) => q.lt("updatedAt", now - progressLifetime))
      .take(batchSize);
    for (const { _id } of undoRuns) await ctx.db.delete("undoRuns", _id);
    const entries = await deleteOldEntries(ctx, batchSize);
    await renewSweep(ctx);
    const removed = [sessions, idle, signIns, keys.length, runs.length, undoRuns.length, entries];
    if (removed.includes(batchSize)) {
      await ctx.scheduler.runAfter(0, internal.jobs.cleanup.run, {});
    }
    return null;
  },
});

/** Deletes the next rows of sessions that were ended together. */
export const endedSessions = jobMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await Sessions.deleteEnded(ctx, userId);
    return null;
  },
});
