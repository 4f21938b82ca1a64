import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import * as Feed from "../model/history/feed.ts";
import { continueMarking, continueUnmarking } from "../model/deletion/units.ts";
import { continueMarkingTask, continueUnmarkingTask } from "../model/tasks/taskTrash.ts";
import { eraseExpired } from "../model/trash/removal.ts";

/** Puts the next records of a deleted unit into the trash. */
export const markUnit = jobMutation({
  args: { unitId: v.id("units") },
  returns: v.null(),
  handler: async (ctx, { unitId }) => {
    await continueMarking(ctx, unitId);
    return null;
  },
});

/** Takes the next records of a restored unit out of the trash. */
export const unmarkUnit = jobMutation({
  args: { unitId: v.id("units"), trashId: v.id("trash") },
  returns: v.null(),
  handler: async (ctx, item) => {
    await continueUnmarking(ctx, item);
    return null;
  },
});

/** Takes the next parts of a deleted task from the workspace. */
export const markTask = jobMutation({
  args: { taskId: v.id("tasks") },
  returns: v.null(),
  handler: async (ctx, { taskId }) => {
    await continueMarkingTask(ctx, taskId);
    return null;
  },
});

/** Returns the next parts to a restored task. */
export const unmarkTask = jobMutation({
  args: { taskId: v.id("tasks"), trashId: v.id("trash"), photoIds: v.array(v.id("photos")) },
  returns: v.null(),
  handler: async (ctx, rest) => {
    await continueUnmarkingTask(ctx, rest);
    return null;
  },
});

/** Lists the next events of a restored record again. */
export const relist = jobMutation({
  args: { subject: Feed.vSubject, trashId: v.id("trash"), after: v.optional(Feed.vPlace) },
  returns: v.null(),
  handler: async (ctx, { subject, trashId: by, ...rest }) => {
    await Feed.relist(ctx, subject, { by, ...rest });
    return null;
  },
});

/**
 * Removes items for good that have been in the trash for longer than it keeps them, a few items in each transaction.
 */
export const removeExpired = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await eraseExpired(ctx);
    return null;
  },
});
