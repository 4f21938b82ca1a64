import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import type { UpdateTaskInput } from "../../rules/inputs/tasks.ts";
import { blockTransition } from "../../rules/blocks.ts";
import { reorderedNumbers } from "../../rules/ordering.ts";
import { taskTransition } from "../../rules/transitions.ts";
import { type ActTime, momentOf } from "../context/actTimes.ts";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { inBatch } from "../history/batches.ts";
import { type Change, changesOf, patchOf, recordEvent } from "../history/events.ts";
import {
  effectOn,
  fieldsChangedLater,
  withoutFields,
  withoutOvertaken,
} from "../history/laterActs.ts";
import { keepBlocks } from "../numbers/blocks.ts";
import { CountChanges } from "../numbers/counts.ts";
import { requireAssignees, withoutLeavers } from "../people/assignees.ts";
import { nameChanges } from "../history/fieldNames.ts";
import { listTasks } from "./tasks.ts";

export type NewTask = Omit<Doc<"tasks">, "_id" | "_creationTime">;

/** Inserts a task and counts it; the caller applies the counts and records the event. */
export async function insertTask(
  ctx: MutationCtx,
  counts: CountChanges,
  task: NewTask,
): Promise<Id<"tasks">> {
  const id = await ctx.db.insert("tasks", task);
  counts.task(task, 1);
  return id;
}

type TaskUpdate = UpdateTaskInput & { time: ActTime };

/** Updates the sent fields of a task, and the fields that depend on them; returns the updated task. */
export async function updateTask(
  ctx: WriterCtx,
  task: Doc<"tasks">,
  update: TaskUpdate,
): Promise<Doc<"tasks">> {
  const counts = new CountChanges();
  const updated = await changeTask(ctx, counts, { task, update });
  await counts.apply(ctx);
  return updated;
}

/** Like `updateTask`, as a part of a larger act: the caller applies the counts. */
export async function changeTask(
  ctx: WriterCtx,
  counts: CountChanges,
  { task, update: { time, ...sent } }: { task: Doc<"tasks">; update: TaskUpdate },
): Promise<Doc<"tasks">> {
  const at = momentOf(time);
  const later = await fieldsChangedLater(ctx, { kind: "task.updated", taskId: task._id }, time);
  const { kept, overtaken } = withoutOvertaken(task, sent, {
    fields: later,
    effectOf: (part) => effectOn(task, () => transitionOf(ctx, task, { input: part, at })),
  });
  const fields = changesOf(task, await fieldsOf(ctx, task, { input: kept, at }));
  const changes = await nameChanges(ctx, withoutFields(fields, later));
  if (changes.length + overtaken.length === 0) return task;
  const updated =
    changes.length === 0 ? task : await writeChanges(ctx, counts, { task, changes, time });
  await recordEvent(ctx, {
    kind: "task.updated",
    ...time,
    projectId: task.projectId,
    unitId: task.unitId,
    taskId: task._id,
    label: task.name,
    changes,
    ...(overtaken.length > 0 && { overtaken: await nameChanges(ctx, overtaken) }),
    ...(updated.status === task.status ? {} : { inFeed: true }),
  });
  return updated;
}

/** Applies the given changes to a task without the usual consequences; the caller applies the counts. */
export async function setTaskFields(
  ctx: WriterCtx,
  counts: CountChanges,
  { task, changes }: { task: Doc<"tasks">; changes: Change[] },
): Promise<void> {
  const { _id: taskId, projectId, unitId, name: label, status } = task;
  const updated = await writeChanges(ctx, counts, { task, changes, time: { at: Date.now() } });
  await recordEvent(ctx, {
    ...{ kind: "task.updated", projectId, unitId, taskId, label, changes },
    ...(updated.status !== status && { inFeed: true }),
  });
}

/** Writes changes of a task and counts them; returns the updated task. */
async function writeChanges(
  ctx: WriterCtx,
  counts: CountChanges,
  { task, changes, time }: { task: Doc<"tasks">; changes: readonly Change[]; time: ActTime },
): Promise<Doc<"tasks">> {
  const at = momentOf(time);
  await ctx.db.patch("tasks", task._id, { ...patchOf(changes), updatedAt: time.at });
  const updated = must(await ctx.db.get("tasks", task._id), "a task just updated exists");
  const { projectId, unitId, _id: taskId } = task;
  await keepBlocks(ctx, { projectId, unitId, taskId }, { before: task, after: updated, at });
  counts.task(task, -1);
  counts.task(updated, 1);
  return updated;
}

/** The sent fields of a task, with all fields that depend on them, assignees included. */
async function fieldsOf(
  ctx: WriterCtx,
  task: Doc<"tasks">,
  { input, at }: { input: UpdateTaskInput; at: number },
): Promise<Record<string, Change["to"] | undefined>> {
  const sent = transitionOf(ctx, task, { input, at });
  const isReopened =
    task.status === "completed" && sent.status !== undefined && sent.status !== "completed";
  const isCompleted = task.status !== "completed" && sent.status === "completed";
  return {
    ...sent,
    ...(isCompleted && { completedBy: ctx.viewer._id }),
    ...(isReopened && { completedBy: null, crewMemberName: null }),
    ...(isReopened && (await withoutLeavers(ctx, task))),
    ...(await requireAssignees(ctx, task.projectId, input)),
    ...(input.crewMemberId !== undefined && { crewMemberName: null }),
  };
}

/** The sent fields, and the status, dates and block that follow from them. */
function transitionOf(
  ctx: WriterCtx,
  task: Doc<"tasks">,
  { input, at }: { input: UpdateTaskInput; at: number },
) {
  const sent = taskTransition(input, at);
  return { ...sent, ...blockTransition("task", { record: task, sent, at, by: ctx.viewer._id }) };
}

/** Puts the named tasks of a unit in the given order; the others keep their places. */
export async function reorderTasks(
  ctx: WriterCtx,
  unit: Doc<"units">,
  named: readonly string[],
): Promise<void> {
  const tasks = await listTasks(ctx, unit._id);
  const idByText = new Map<string, Id<"tasks">>(tasks.map(({ _id }) => [_id, _id]));
  const ids = named.map((text) => {
    const id = idByText.get(text);
    if (id === undefined) throw new AppError("not_found", "Task not found");
    return id;
  });
  const changes = reorderedNumbers(tasks, ids);
  if (changes.length === 0) return;
  const taskById = new Map(tasks.map((task) => [task._id, task]));
  await inBatch(ctx, async (part) => {
    for (const { id, sortOrder } of changes) {
      const task = must(taskById.get(id), "the tasks put in order are the unit's");
      await moveTask(part, task, sortOrder);
    }
  });
}

/** Gives a task another sort number in its unit. */
export async function moveTask(
  ctx: WriterCtx,
  task: Doc<"tasks">,
  sortOrder: number,
): Promise<void> {
  await ctx.db.patch("tasks", task._id, { sortOrder, updatedAt: Date.now() });
  const { projectId, unitId, _id: taskId, name: label } = task;
  const changes = changesOf(task, { sortOrder });
  await recordEvent(ctx, { kind: "task.moved", projectId, unitId, taskId, label, changes });
}
