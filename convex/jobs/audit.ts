import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { keepEntry, vNewAuditEntry } from "../model/audit/auditLog.ts";

/**
 * Stores audit entries that no transaction of the app could store: of refused calls, whose transactions are rolled
 * back, and of the host's own doors. An unknown user id is left out of its entry.
 */
export const keep = jobMutation({
  args: { entries: v.array(vNewAuditEntry) },
  returns: v.null(),
  handler: async (ctx, { entries }) => {
    for (const entry of entries) {
      const id = entry.userId === undefined ? null : ctx.db.normalizeId("users", entry.userId);
      await keepEntry(ctx, { ...entry, userId: id ?? undefined });
    }
    return null;
  },
});
