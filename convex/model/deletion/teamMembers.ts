import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { personName } from "../../lib/names.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { deleteRows } from "../context/records.ts";
import { withTrash } from "../context/trashMarks.ts";
import { changesOf, recordEvent } from "../history/events.ts";
import { CountChanges } from "../numbers/counts.ts";
import { forgetMember } from "../tasks/leavers.ts";

/**
 * The maximum number of assignments, and of time entries, changed in one transaction. Each may change a count; most
 * members have far fewer records.
 */
const maxChangesPerStep = 1000;
/** The maximum size of these time entries, whose descriptions may be long. */
const maxBytesPerStep = 3 * 2 ** 20;

/** Deletes a member who is on no project's team. Time entries stay, without the member. */
export async function deleteTeamMember(ctx: WriterCtx, member: Doc<"teamMembers">): Promise<void> {
  if (await isAssigned(ctx, member._id)) {
    throw new AppError("conflict", "Cannot delete team member assigned to projects");
  }
  // A deletion can be undone only when no record names the member, so only then the event keeps the fields.
  const changes = (await isMemberNamed(ctx, member._id)) ? [] : changesOf(member, emptied(member));
  await ctx.db.delete("teamMembers", member._id);
  await recordEvent(ctx, {
    ...{ kind: "member.removed", teamMemberId: member._id, label: personName(member) },
    ...(changes.length > 0 && { changes }),
  });
  await deleteMemberTraces(ctx, { teamMemberId: member._id, name: personName(member) });
}

function emptied(member: Doc<"teamMembers">) {
  const { _id, _creationTime, createdBy, createdAt, ...fields } = member;
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
}

/** True when a task or a time entry names a member; records in the trash count too. */
export async function isMemberNamed(
  ctx: QueryCtx,
  teamMemberId: Id<"teamMembers">,
): Promise<boolean> {
  const { db } = withTrash(ctx);
  const task = await db
    .query("tasks")
    .withIndex("crewMemberId_status_projectId", (q) => q.eq("crewMemberId", teamMemberId))
    .first();
  const entry = await db
    .query("timeEntries")
    .withIndex("teamMemberId", (q) => q.eq("teamMemberId", teamMemberId))
    .first();
  return task !== null || entry !== null;
}

/** Removes references to a deleted member, as many as one transaction may, and schedules the rest. */
export async function deleteMemberTraces(
  ctx: MutationCtx,
  { teamMemberId, name }: { teamMemberId: Id<"teamMembers">; name: string | undefined },
): Promise<void> {
  const isMore =
    (await deleteAssignments(ctx, teamMemberId)) ||
    (await forgetMember(ctx, { teamMemberId, name })) ||
    (await takeOffTimeEntries(ctx, teamMemberId));
  if (!isMore) return;
  const rest = { teamMemberId, ...(name !== undefined && { name }) };
  await ctx.scheduler.runAfter(0, internal.jobs.removal.memberTraces, rest);
}

/** Deletes the assignments of a deleted member in one step; returns true while some are left. */
async function deleteAssignments(
  ctx: MutationCtx,
  teamMemberId: Id<"teamMembers">,
): Promise<boolean> {
  const assignments = await ctx.db
    .query("projectTeamAssignments")
    .withIndex("teamMemberId_isActive", (q) => q.eq("teamMemberId", teamMemberId))
    .take(maxChangesPerStep);
  return (await deleteRows(ctx, "projectTeamAssignments", assignments)) === maxChangesPerStep;
}

/** Removes a deleted member from the time entries of one step; returns true while some are left. */
async function takeOffTimeEntries(
  ctx: MutationCtx,
  teamMemberId: Id<"teamMembers">,
): Promise<boolean> {
  const room = new ListRoom(maxBytesPerStep);
  const named = withTrash(ctx)
    .db.query("timeEntries")
    .withIndex("teamMemberId", (q) => q.eq("teamMemberId", teamMemberId));
  const entries = await room.take(named, maxChangesPerStep);
  const counts = new CountChanges();
  for (const entry of entries) {
    await ctx.db.patch("timeEntries", entry._id, { teamMemberId: undefined });
    // Entries in the trash are not counted.
    if (entry.trashId !== undefined) continue;
    counts.timeEntry(entry, -1);
    counts.timeEntry({ ...entry, teamMemberId: undefined }, 1);
  }
  await counts.apply(ctx);
  return room.isFull || entries.length === maxChangesPerStep;
}

/**
 * True when a member is on a project's team. Assignments of a deleted project do not count; they are deleted in steps.
 */
async function isAssigned(ctx: QueryCtx, teamMemberId: Id<"teamMembers">): Promise<boolean> {
  const assignments = ctx.db
    .query("projectTeamAssignments")
    .withIndex("teamMemberId_isActive", (q) =>
      q.eq("teamMemberId", teamMemberId).eq("isActive", true),
    );
  for await (const { projectId } of assignments) {
    if ((await ctx.db.get("projects", projectId)) !== null) return true;
  }
  return false;
}
