import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { unitExists } from "../context/records.ts";
import { withTrash } from "../context/trashMarks.ts";
import { type Change, changesOf, patchOf, recordOwnAct } from "../history/events.ts";
import { UnitCountChanges } from "../numbers/unitCounts.ts";
import { isActiveMember, isActiveUser } from "../people/assignees.ts";
import { nameChanges } from "../history/fieldNames.ts";

/**
 * The maximum number of tasks changed in one transaction; each costs a write, another one for its event, and the rows of
 * its unit and its project, whose texts may be long.
 */
const maxTasksPerStep = 100;
/** The maximum size of these tasks. */
const maxBytesPerStep = 3 * 2 ** 20;

const openStatuses = ["not_started", "in_progress"] as const;

/** A person who has left: a user who was deleted, or a member who left one project's team or became inactive. */
export type Leaver =
  | {
      userId: Id<"users">;
    }
  | { teamMemberId: Id<"teamMembers">; projectId?: Id<"projects"> };

/**
 * Unassigns the open tasks of a person who has left, as many as one transaction may, and schedules the rest. A person
 * who has returned before a step keeps the remaining tasks. The events refer to the event of the leaving.
 */
export async function takeOffOpenTasks(
  ctx: MutationCtx,
  leaver: Leaver,
  causeId: Id<"events"> | null,
): Promise<void> {
  if (!(await hasLeft(ctx, leaver))) return;
  const counts = new UnitCountChanges();
  const room = new ListRoom(maxBytesPerStep);
  let left = maxTasksPerStep;
  for (const status of openStatuses) {
    const tasks = await room.take(tasksOf(withTrash(ctx), leaver, status), left);
    for (const task of tasks) await takeOff(ctx, counts, { task, leaver, causeId });
    left -= tasks.length;
    if (left === 0 || room.isFull) break;
  }
  await counts.apply(ctx);
  if (left === 0 || room.isFull)
    await ctx.scheduler.runAfter(0, internal.jobs.removal.leaverTasks, {
      ...{ leaver, causeId },
    });
}

/**
 * Removes a deleted member from as many tasks as one step may; returns true while tasks are left. Open tasks become
 * unassigned; completed ones keep the member's name.
 */
export async function forgetMember(
  ctx: MutationCtx,
  { teamMemberId, name }: { teamMemberId: Id<"teamMembers">; name: string | undefined },
): Promise<boolean> {
  const room = new ListRoom(maxBytesPerStep);
  const named = withTrash(ctx)
    .db.query("tasks")
    .withIndex("crewMemberId_status_projectId", (q) => q.eq("crewMemberId", teamMemberId));
  const tasks = await room.take(named, maxTasksPerStep);
  const counts = new UnitCountChanges();
  for (const task of tasks) {
    if (task.status !== "completed")
      await takeOff(ctx, counts, { task, leaver: { teamMemberId }, causeId: null });
    else {
      const kept = name === undefined ? {} : { crewMemberName: name };
      await ctx.db.patch("tasks", task._id, { crewMemberId: undefined, ...kept });
    }
  }
  await counts.apply(ctx);
  return room.isFull || tasks.length === maxTasksPerStep;
}

/** True for a person with open tasks. */
export async function hasOpenTasks(ctx: QueryCtx, person: Leaver): Promise<boolean> {
  for (const status of openStatuses)
    if ((await tasksOf(ctx, person, status).first()) !== null) return true;
  return false;
}

async function hasLeft(ctx: QueryCtx, leaver: Leaver): Promise<boolean> {
  return "userId" in leaver
    ? !(await isActiveUser(ctx, leaver.userId))
    : !(await isActiveMember(ctx, leaver));
}

function tasksOf(ctx: QueryCtx, leaver: Leaver, status: (typeof openStatuses)[number]) {
  if ("userId" in leaver) {
    return ctx.db
      .query("tasks")
      .withIndex("assignedToId_status_dueDate", (q) =>
        q.eq("assignedToId", leaver.userId).eq("status", status),
      );
  }
  const { teamMemberId, projectId } = leaver;
  return ctx.db.query("tasks").withIndex("crewMemberId_status_projectId", (q) => {
    const open = q.eq("crewMemberId", teamMemberId).eq("status", status);
    return projectId === undefined ? open : open.eq("projectId", projectId);
  });
}

async function takeOff(
  ctx: MutationCtx,
  counts: UnitCountChanges,
  { task, leaver, causeId }: { task: Doc<"tasks">; leaver: Leaver; causeId: Id<"events"> | null },
): Promise<void> {
  const nobody = "userId" in leaver ? { assignedToId: null } : { crewMemberId: null };
  const changes = await nameChanges(ctx, changesOf(task, nobody));
  countChanges(counts, task, changes);
  // The change of a task in the trash gets no event, because nobody sees it. The task is restored without the person
  // who has left.
  if (!(await taskExists(ctx, task)))
    return await ctx.db.patch("tasks", task._id, patchOf(changes));
  await ctx.db.patch("tasks", task._id, { ...patchOf(changes), updatedAt: Date.now() });
  await recordOwnAct(ctx, {
    kind: "task.updated",
    projectId: task.projectId,
    unitId: task.unitId,
    taskId: task._id,
    label: task.name,
    changes,
    ...(causeId !== null && { causeId }),
  });
}

/**
 * Counts a change of a task's assignees on the row of its unit. A task that was deleted by itself is not counted there.
 */
export function countChanges(
  counts: UnitCountChanges,
  task: Doc<"tasks">,
  changes: readonly Change[],
): void {
  if (task.trashId !== undefined) return;
  counts.task(task, -1);
  counts.task({ ...task, ...patchOf(changes) }, 1);
}

/** True for a visible task: neither it, its unit nor its project is in the trash. */
export async function taskExists(
  ctx: QueryCtx,
  { trashId, unitId }: Doc<"tasks">,
): Promise<boolean> {
  return trashId === undefined && (await unitExists(ctx, unitId));
}
