import { v } from "convex/values";

/** What every removal answers. */
export const vDeleted = v.object({ success: v.literal(true) });
