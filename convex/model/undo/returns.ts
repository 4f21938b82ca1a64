import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx } from "../context/context.ts";
import { changesOf, patchOf, recordOwnAct } from "../history/events.ts";
import { nameChanges } from "../history/fieldNames.ts";
import { withoutLeavers } from "../people/assignees.ts";
import { UnitCountChanges } from "../numbers/unitCounts.ts";
import { countChanges, hasOpenTasks, type Leaver, taskExists } from "../tasks/leavers.ts";
import { type Event, holds, type UndoCtx, valuesBefore } from "./reversal.ts";

/** The maximum number of events read in one transaction; a task that is assigned again costs half a dozen reads. */
const maxEventsPerStep = 200;

/**
 * True when undoing an act would unassign work that a person has been given since. A redo does not count: it unassigns
 * only the tasks that the undo has given back.
 */
export async function hasWorkSince(ctx: UndoCtx, act: Event, person: Leaver): Promise<boolean> {
  return act.undoes === undefined && (await hasOpenTasks(ctx, person));
}

/** Assigns the open tasks again that a person lost by leaving. Tasks that changed since stay as they are. */
export async function giveBackAfter(ctx: MutationCtx, leaving: Event): Promise<void> {
  await giveBackOpenTasks(ctx, { causeId: leaving._id, after: leaving._creationTime });
}

/**
 * Assigns tasks again that an act had unassigned, reading events after a creation time, and schedules the next part.
 * Tasks were unassigned at once or in steps close to each other, so a part without any is the last one.
 */
export async function giveBackOpenTasks(
  ctx: MutationCtx,
  { causeId, after }: { causeId: Id<"events">; after: number },
): Promise<void> {
  const events = await ctx.db
    .query("events")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after))
    .take(maxEventsPerStep);
  const followed = events.filter((event) => event.causeId === causeId);
  const counts = new UnitCountChanges();
  for (const event of followed) await giveBack(ctx, counts, event);
  await counts.apply(ctx);
  const last = events.at(-1);
  if (followed.length === 0 || last === undefined || events.length < maxEventsPerStep) return;
  const next = { causeId, after: last._creationTime };
  await ctx.scheduler.runAfter(0, internal.jobs.undo.giveBack, next);
}

async function giveBack(ctx: MutationCtx, counts: UnitCountChanges, event: Event): Promise<void> {
  const task = event.taskId === undefined ? null : await ctx.db.get("tasks", event.taskId);
  if (task === null || task.status === "completed") return;
  if (!holds(task, event) || !(await taskExists(ctx, task))) return;
  const before = valuesBefore(event);
  const then: Doc<"tasks"> = { ...task, ...before };
  const given = { ...before, ...(await withoutLeavers(ctx, then)) };
  const changes = await nameChanges(ctx, changesOf(task, given));
  if (changes.length === 0) return;
  countChanges(counts, task, changes);
  await ctx.db.patch("tasks", task._id, { ...patchOf(changes), updatedAt: Date.now() });
  await recordOwnAct(ctx, {
    ...{ kind: "task.updated", label: task.name, changes },
    ...{ projectId: task.projectId, unitId: task.unitId, taskId: task._id },
  });
}
