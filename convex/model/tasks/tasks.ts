import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import type { TaskStatus } from "../../rules/labels.ts";
import { vBaseTaskStatus, vTaskStatus } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { unitExists } from "../context/records.ts";
import { tasksIn } from "../numbers/unitSteps.ts";
import { blockOf, vBlock } from "../people/blocks.ts";
import { type NameReader, nameReader } from "../people/names.ts";

/** The maximum number of tasks in the list of a unit. */
const maxTasks = 1000;

const nullableText = v.union(v.string(), v.null());
const nullableNumber = v.union(v.number(), v.null());

export const vTask = v.object({
  id: v.id("tasks"),
  unitId: v.id("units"),
  templateId: v.union(v.id("taskTemplates"), v.null()),
  name: v.string(),
  description: nullableText,
  category: nullableText,
  status: vTaskStatus,
  baseStatus: vBaseTaskStatus,
  assignedToId: v.union(v.id("users"), v.null()),
  assignedToName: nullableText,
  crewMemberId: v.union(v.id("teamMembers"), v.null()),
  crewMemberName: nullableText,
  ...vBlock,
  startDate: nullableText,
  dueDate: nullableText,
  completionDate: nullableText,
  completedBy: v.union(v.id("users"), v.null()),
  completedByName: nullableText,
  estimatedHours: nullableNumber,
  actualHours: nullableNumber,
  notes: nullableText,
  sortOrder: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** The task of a sent id; throws "not_found" when it, its unit or its project is deleted. */
export async function requireTask(ctx: QueryCtx, sent: string): Promise<Doc<"tasks">> {
  const id = ctx.db.normalizeId("tasks", sent);
  const task = id === null ? null : await ctx.db.get("tasks", id);
  if (task === null || !(await unitExists(ctx, task.unitId)))
    throw new AppError("not_found", "Task not found");
  return task;
}

/**
 * The status that the screen shows: "overdue" for an open task that was due before today, otherwise the stored status.
 */
export function shownStatus(
  task: Pick<Doc<"tasks">, "status" | "dueDate">,
  dueFrom: number,
): TaskStatus {
  const isLate = task.dueDate !== undefined && task.dueDate < dueFrom;
  return task.status !== "completed" && isLate ? "overdue" : task.status;
}

/** Tasks in their public form. `dueFrom` is that of the company day. */
export async function toTasks(
  ctx: QueryCtx,
  tasks: readonly Doc<"tasks">[],
  dueFrom: number,
): Promise<Infer<typeof vTask>[]> {
  const names = nameReader(ctx);
  return await Promise.all(tasks.map((task) => toTask(task, { dueFrom, names })));
}

/** A task in its public form. `dueFrom` is that of the company day. */
export async function toTask(
  task: Doc<"tasks">,
  { dueFrom, names }: { dueFrom: number; names: NameReader },
): Promise<Infer<typeof vTask>> {
  return {
    id: task._id,
    unitId: task.unitId,
    templateId: task.templateId ?? null,
    name: task.name,
    description: task.description ?? null,
    category: task.category ?? null,
    status: shownStatus(task, dueFrom),
    baseStatus: task.status,
    assignedToId: task.assignedToId ?? null,
    assignedToName: await names.user(task.assignedToId),
    crewMemberId: task.crewMemberId ?? null,
    crewMemberName: (await names.member(task.crewMemberId)) ?? task.crewMemberName ?? null,
    ...(await blockOf(task, names)),
    startDate: toIso(task.startDate),
    dueDate: toIso(task.dueDate),
    completionDate: toIso(task.completionDate),
    completedBy: task.completedBy ?? null,
    completedByName: await names.user(task.completedBy),
    estimatedHours: task.estimatedHours ?? null,
    actualHours: task.actualHours ?? null,
    notes: task.notes ?? null,
    sortOrder: task.sortOrder,
    createdAt: toIso(task.createdAt),
    updatedAt: toIso(task.updatedAt),
  };
}

/** The tasks of a unit by sort order, then age, then name; as many of them as there is room for. */
export async function listTasks(
  ctx: QueryCtx,
  unitId: Id<"units">,
  room = new ListRoom(),
): Promise<Doc<"tasks">[]> {
  return await room.take(tasksIn(ctx, unitId), maxTasks);
}
