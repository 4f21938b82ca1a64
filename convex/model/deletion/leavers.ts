import type { Doc, Id } from "../../_generated/dataModel.js";
import type { UpdateMemberInput } from "../../rules/inputs/teamMembers.ts";
import type { WriterCtx } from "../context/context.ts";
import { eventOfWrite } from "../history/events.ts";
import { removeMember } from "../teams/projectTeamWrites.ts";
import { requireMember } from "../teams/teamMembers.ts";
import { updateMember } from "../teams/teamMemberWrites.ts";
import { deleteUser } from "../people/userWrites.ts";
import { takeOffOpenTasks } from "../tasks/leavers.ts";

/** Deletes a user, and unassigns the user's open tasks. */
export async function deleteUserAndWork(ctx: WriterCtx, user: Doc<"users">): Promise<void> {
  const causeId = await eventOfWrite(ctx, (writer) => deleteUser(writer, user));
  await takeOffOpenTasks(ctx, { userId: user._id }, causeId);
}

/** Removes a member from a project's team, and unassigns the member's open tasks there. */
export async function removeMemberAndWork(
  ctx: WriterCtx,
  { projectId, member }: { projectId: Id<"projects">; member: Doc<"teamMembers"> },
): Promise<void> {
  const causeId = await eventOfWrite(ctx, (writer) => removeMember(writer, { projectId, member }));
  await takeOffOpenTasks(ctx, { teamMemberId: member._id, projectId }, causeId);
}

/** Updates the sent fields of a member. A member who becomes inactive loses their open tasks. */
export async function updateMemberAndWork(
  ctx: WriterCtx,
  member: Doc<"teamMembers">,
  input: UpdateMemberInput,
): Promise<Doc<"teamMembers">> {
  const teamMemberId = member._id;
  const causeId = await eventOfWrite(ctx, (writer) => updateMember(writer, member, input));
  const updated = await requireMember(ctx, teamMemberId);
  if (member.isActive && !updated.isActive) await takeOffOpenTasks(ctx, { teamMemberId }, causeId);
  return updated;
}
