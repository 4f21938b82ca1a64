import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { isUserRole } from "../../rules/permissions.ts";
import type { QueryCtx } from "../context/context.ts";
import { readOnce } from "../context/rememberedReads.ts";
import { findAssignment } from "../teams/projectTeams.ts";

/** The assignees of a task as a change: null unassigns, undefined leaves the field as it is. */
export type Assignees = {
  assignedToId?: Id<"users"> | null;
  crewMemberId?: Id<"teamMembers"> | null;
};

/** The assignees of a new task. */
export type GivenTo = Pick<Doc<"tasks">, keyof Assignees>;

/** The assignees of new tasks of a project, by sent ids; throws "invalid" for a person who cannot be assigned. */
export async function requireGivenTo(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  sent: Parameters<typeof requireAssignees>[2],
): Promise<GivenTo> {
  return presentOf(await requireAssignees(ctx, projectId, sent));
}

/** The given people who can still be assigned to tasks of the project. */
export async function existingGivenTo(
  ctx: QueryCtx,
  people: GivenTo & { projectId: Id<"projects"> },
): Promise<GivenTo> {
  const { assignedToId, crewMemberId } = people;
  return presentOf({
    ...(assignedToId && { assignedToId }),
    ...(crewMemberId && { crewMemberId }),
    ...(await withoutLeavers(ctx, people)),
  });
}

function presentOf({ assignedToId, crewMemberId }: Assignees): GivenTo {
  return { ...(assignedToId && { assignedToId }), ...(crewMemberId && { crewMemberId }) };
}

/** The assignees of tasks of a project, by sent ids; throws "invalid" for a person who cannot be assigned. */
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

/** The patch that unassigns people who can no longer be assigned to tasks of the project. */
export async function withoutLeavers(
  ctx: QueryCtx,
  { projectId, assignedToId, crewMemberId }: Pick<Doc<"tasks">, "projectId" | keyof Assignees>,
): Promise<{ [Field in keyof Assignees]: null }> {
  const isUser = !assignedToId || (await isActiveUser(ctx, assignedToId));
  const isMember =
    !crewMemberId || (await isActiveMember(ctx, { teamMemberId: crewMemberId, projectId }));
  return { ...(!isUser && { assignedToId: null }), ...(!isMember && { crewMemberId: null }) };
}

/** The patch that unassigns a deleted member. A completed task may keep every other assignee. */
export async function withoutDeletedMember(
  ctx: QueryCtx,
  { crewMemberId }: Pick<Doc<"tasks">, "crewMemberId">,
): Promise<{ crewMemberId?: null }> {
  const isThere = !crewMemberId || (await ctx.db.get("teamMembers", crewMemberId)) !== null;
  return isThere ? {} : { crewMemberId: null };
}

/** True for a user who is not deleted and whose role is valid. */
export async function isActiveUser(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  const user = await ctx.db.get("users", userId);
  return user !== null && user.removedAt === undefined && isUserRole(user.role);
}

/** True for an active member; with `projectId`, only if the member is on that project's team. */
export async function isActiveMember(
  ctx: QueryCtx,
  { teamMemberId, projectId }: { teamMemberId: Id<"teamMembers">; projectId?: Id<"projects"> },
): Promise<boolean> {
  const member = await ctx.db.get("teamMembers", teamMemberId);
  if (member?.isActive !== true) return false;
  if (projectId === undefined) return true;
  const assignment = await readOnce(ctx, `${projectId} ${teamMemberId}`, () =>
    findAssignment(ctx, projectId, teamMemberId),
  );
  return assignment?.isActive === true;
}

async function requireUserId(ctx: QueryCtx, sent: string): Promise<Id<"users">> {
  const id = ctx.db.normalizeId("users", sent);
  if (id === null || !(await isActiveUser(ctx, id)))
    throw refusal("assignedToId", "Choose a person who can sign in");
  return id;
}

async function requireMemberId(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  sent: string,
): Promise<Id<"teamMembers">> {
  const id = ctx.db.normalizeId("teamMembers", sent);
  if (id === null || !(await isActiveMember(ctx, { teamMemberId: id, projectId })))
    throw refusal("crewMemberId", "Choose an active member of the project's team");
  return id;
}

function refusal(path: string, message: string): AppError {
  return new AppError("invalid", message, [{ path, message }]);
}
