import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { isUserRole } from "../../rules/permissions.ts";
import type { QueryCtx } from "../context/context.ts";
import { findAssignment } from "./projectTeams.ts";

/** Whom a task is given to: null takes it off, undefined leaves it as it is. */
export type Assignees = {
  assignedToId?: Id<"users"> | null;
  crewMemberId?: Id<"teamMembers"> | null;
};

/** The people of sent ids, who can be given tasks of a project; somebody else is refused. */
export async function requireAssignees(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  sent: { assignedToId?: string | null | undefined; crewMemberId?: string | null | undefined },
): Promise<Assignees> {
  const assignees: Assignees = {};
  if (sent.assignedToId !== undefined)
    assignees.assignedToId =
      sent.assignedToId === null ? null : await requireUserId(ctx, sent.assignedToId);
  if (sent.crewMemberId !== undefined)
    assignees.crewMemberId =
      sent.crewMemberId === null ? null : await requireMemberId(ctx, projectId, sent.crewMemberId);
  return assignees;
}

/** The people of an open task who can no longer be given it, taken off. */
export async function withoutLeavers(
  ctx: QueryCtx,
  { projectId, assignedToId, crewMemberId }: Doc<"tasks">,
): Promise<Assignees> {
  const user = assignedToId && (await ctx.db.get("users", assignedToId));
  const isOnTeam = crewMemberId && (await isActiveMember(ctx, projectId, crewMemberId));
  return {
    ...(user && !mayBeAssigned(user) ? { assignedToId: null } : {}),
    ...(isOnTeam === false ? { crewMemberId: null } : {}),
  };
}

/** True for a user who works with the product. */
function mayBeAssigned(user: Doc<"users">): boolean {
  return user.removedAt === undefined && isUserRole(user.role);
}

async function requireUserId(ctx: QueryCtx, sent: string): Promise<Id<"users">> {
  const id = ctx.db.normalizeId("users", sent);
  const user = id && (await ctx.db.get("users", id));
  if (!user || !mayBeAssigned(user))
    throw refusal("assignedToId", "Choose a person who can sign in");
  return user._id;
}

async function requireMemberId(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  sent: string,
): Promise<Id<"teamMembers">> {
  const id = ctx.db.normalizeId("teamMembers", sent);
  if (id === null || !(await isActiveMember(ctx, projectId, id)))
    throw refusal("crewMemberId", "Choose an active member of the project's team");
  return id;
}

async function isActiveMember(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  memberId: Id<"teamMembers">,
): Promise<boolean> {
  const member = await ctx.db.get("teamMembers", memberId);
  if (member?.isActive !== true) return false;
  return (await findAssignment(ctx, projectId, memberId))?.isActive === true;
}

function refusal(path: string, message: string): AppError {
  return new AppError("invalid", message, [{ path, message }]);
}
