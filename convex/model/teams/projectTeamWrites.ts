import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import { personName } from "../../lib/names.ts";
import type { WriterCtx } from "../context/context.ts";
import { recordEvent } from "../history/events.ts";
import { findAssignment, maxTeam, teamOf } from "./projectTeams.ts";

type Assignment = Doc<"projectTeamAssignments">;
type Member = Doc<"teamMembers">;

/** Puts a pool member on a project's team; a former assignment of the member becomes active again. */
export async function assignMember(
  ctx: WriterCtx,
  { projectId, member }: { projectId: Id<"projects">; member: Member },
  at = Date.now(),
): Promise<Assignment> {
  const known = await findAssignment(ctx, projectId, member._id);
  if (known?.isActive === true) {
    throw new AppError("conflict", "Team member is already assigned to this project");
  }
  if (!member.isActive) {
    throw new AppError("conflict", "Inactive team members cannot be assigned to projects");
  }
  if ((await teamOf(ctx, projectId).take(maxTeam)).length === maxTeam) {
    throw new AppError("invalid", `A project team has at most ${maxTeam} members`);
  }
  const active = { isActive: true, assignedAt: at };
  if (known !== null) await ctx.db.patch("projectTeamAssignments", known._id, active);
  const teamMemberId = member._id;
  const id =
    known?._id ??
    (await ctx.db.insert("projectTeamAssignments", { projectId, teamMemberId, ...active }));
  await recordEvent(ctx, {
    kind: "member.assigned",
    ...{ at, projectId, teamMemberId, label: personName(member) },
  });
  const assignment = await ctx.db.get("projectTeamAssignments", id);
  return must(assignment, "an assignment just made exists");
}

/** Removes a member from a project's team; the member stays in the pool, and the assignment is kept as an inactive one. */
export async function removeMember(
  ctx: WriterCtx,
  { projectId, member }: { projectId: Id<"projects">; member: Member },
): Promise<void> {
  const assignment = await findAssignment(ctx, projectId, member._id);
  if (assignment?.isActive !== true) {
    throw new AppError("not_found", "Team member is not assigned to this project");
  }
  await ctx.db.patch("projectTeamAssignments", assignment._id, { isActive: false });
  await recordEvent(ctx, {
    kind: "member.unassigned",
    projectId,
    teamMemberId: member._id,
    label: personName(member),
  });
}
