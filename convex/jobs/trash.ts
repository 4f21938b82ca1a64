import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { continueMarking, continueUnmarking } from "../model/deletion/units.ts";
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
