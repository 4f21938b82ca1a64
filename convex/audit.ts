import { v } from "convex/values";
import { staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { auditPage, vAuditPage } from "./model/audit/auditLog.ts";
import { listAuditInput } from "./rules/inputs/audit.ts";

/** A page of the audit log, newest entry first. The arguments narrow it to one kind, one person or a span of days. */
export const list = staffQuery("audit:read")({
  args: {
    kind: v.optional(v.string()),
    userId: v.optional(v.string()),
    from: v.optional(v.string()),
    to: v.optional(v.string()),
    cursor: v.optional(v.union(v.string(), v.null())),
    limit: v.optional(v.number()),
  },
  returns: vAuditPage,
  handler: async (ctx, sent) => await auditPage(ctx, parseInput(listAuditInput, sent)),
});
