import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { keepEntry, vNewAuditEntry } from "../model/audit/auditLog.ts";

/**
 * Keeps entries that no transaction of the app could: of refused calls, which store nothing, and of the host's own doors.
 * A user that is not known is left out.
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
