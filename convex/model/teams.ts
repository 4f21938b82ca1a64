import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel.js";
import { toIso } from "../lib/dates.ts";
import { vMemberRole } from "../schema.ts";
import type { QueryCtx, WriterCtx } from "./context.ts";
import { recordEvent } from "./events.ts";

const nullableText = v.union(v.string(), v.null());

/** A project's team is listed up to this size. */
const maxTeam = 500;

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

/** A pool member as responses carry it. */
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

/** The members assigned to a project, oldest assignment first. */
export async function listProjectMembers(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<Doc<"teamMembers">[]> {
  const assignments = await ctx.db
    .query("projectTeamAssignments")
    .withIndex("projectId_isActive_assignedAt", (q) =>
      q.eq("projectId", projectId).eq("isActive", true),
    )
    .take(maxTeam);
  const members = await Promise.all(
    assignments.map(({ teamMemberId }) => ctx.db.get("teamMembers", teamMemberId)),
  );
  return members.filter((member) => member !== null);
}

type NewMember = Omit<Doc<"teamMembers">, "_id" | "_creationTime" | "createdBy">;

/** Adds a person to the pool, in the name of the caller. */
export async function addMember(ctx: WriterCtx, member: NewMember): Promise<Id<"teamMembers">> {
  const id = await ctx.db.insert("teamMembers", { ...member, createdBy: ctx.viewer._id });
  await recordEvent(ctx, {
    kind: "member.added",
    at: member.createdAt,
    teamMemberId: id,
    label: `${member.firstName} ${member.lastName}`,
  });
  return id;
}

/** Puts a pool member on a project's team. */
export async function assignMember(
  ctx: WriterCtx,
  assignment: {
    projectId: Id<"projects">;
    teamMemberId: Id<"teamMembers">;
    assignedAt: number;
  },
): Promise<Id<"projectTeamAssignments">> {
  const id = await ctx.db.insert("projectTeamAssignments", { ...assignment, isActive: true });
  await recordEvent(ctx, {
    kind: "member.assigned",
    at: assignment.assignedAt,
    projectId: assignment.projectId,
    teamMemberId: assignment.teamMemberId,
  });
  return id;
}
