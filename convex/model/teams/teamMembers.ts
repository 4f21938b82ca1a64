import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { vMemberRole } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";

const nullableText = v.union(v.string(), v.null());

/** The maximum number of members of the pool. */
export const maxMembers = 5000;

export const vTeamMember = v.object({
  id: v.id("teamMembers"),
  createdBy: v.id("users"),
  firstName: v.string(),
  lastName: v.string(),
  email: nullableText,
  role: vMemberRole,
  trade: nullableText,
  phone: nullableText,
  isActive: v.boolean(),
  createdAt: v.string(),
});

/** A pool member in its public form. */
export function toTeamMember(member: Doc<"teamMembers">) {
  return {
    id: member._id,
    createdBy: member.createdBy,
    firstName: member.firstName,
    lastName: member.lastName,
    email: member.email ?? null,
    role: member.role,
    trade: member.trade ?? null,
    phone: member.phone ?? null,
    isActive: member.isActive,
    createdAt: toIso(member.createdAt),
  };
}

/** The pool member of a sent id; throws "not_found" when it does not exist. */
export async function requireMember(ctx: QueryCtx, sent: string): Promise<Doc<"teamMembers">> {
  const id = ctx.db.normalizeId("teamMembers", sent);
  const member = id === null ? null : await ctx.db.get("teamMembers", id);
  if (member === null) throw new AppError("not_found", "Team member not found");
  return member;
}
