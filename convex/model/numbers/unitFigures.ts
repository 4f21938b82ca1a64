import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import type { ListRoom } from "../context/listRoom.ts";
import type { ChangedUnits } from "./unitCounts.ts";
import { tasksOfUnit } from "./unitSteps.ts";

export type UnitFigures = Doc<"unitFigures">;
export type TaskFigure = UnitFigures["tasks"][number];

type FiguredTask = Pick<
  Doc<"tasks">,
  "unitId" | "status" | "category" | "startDate" | "dueDate" | "completionDate" | "estimatedHours"
>;

type UnitChange = Map<string, { figure: TaskFigure; count: number }>;

/**
 * Collects the changes that a transaction makes to the figures of units, and writes them once at the end. Tasks with
 * equal figures are interchangeable, so figures are compared by value and not by task id.
 */
export class UnitFigureChanges {
  readonly #units = new Map<Id<"units">, UnitChange>();

  /** Adds (+1) or subtracts (-1) a task with these fields. */
  task(task: FiguredTask, sign: 1 | -1): void {
    const figure = taskFigure(task);
    if (figure === null) return;
    const change = this.#unit(task.unitId);
    const key = keyOf(figure);
    change.set(key, { figure, count: (change.get(key)?.count ?? 0) + sign });
  }

  /** Notes that a unit has changed or was deleted. */
  unit(unitId: Id<"units">): void {
    this.#units.set(unitId, this.#unit(unitId));
  }

  /** Writes the collected changes. Call it after the records themselves are written. */
  async apply(ctx: MutationCtx, units: ChangedUnits): Promise<void> {
    for (const [unitId, change] of this.#units)
      await applyToUnit(ctx, { unitId, unit: await units.get(unitId) }, change);
  }

  #unit(unitId: Id<"units">): UnitChange {
    const empty: UnitChange = new Map();
    const change = this.#units.get(unitId) ?? empty;
    this.#units.set(unitId, change);
    return change;
  }
}

/** The figures of a project's units that have a date at or after `from`. */
export async function unitFiguresSince(ctx: QueryCtx, projectId: Id<"projects">, from: number) {
  const figures: UnitFigures[] = [];
  // The loop is bounded: each unit has at most one row.
  const rows = ctx.db
    .query("unitFigures")
    .withIndex("projectId_latestDate", (q) => q.eq("projectId", projectId).gte("latestDate", from));
  for await (const row of rows) figures.push(row);
  return figures;
}

/** Makes the figures of a unit from its records. */
export async function rebuildUnitFigures(
  ctx: MutationCtx,
  unit: Doc<"units">,
  room: ListRoom,
): Promise<void> {
  await rebuild(ctx, await figuresOf(ctx, unit._id), { unit, room });
}

async function rebuild(
  ctx: MutationCtx,
  row: UnitFigures | null,
  { unit, room }: { unit: Doc<"units">; room?: ListRoom },
): Promise<void> {
  const tasks = figuresOfTasks(await tasksOfUnit(ctx, unit._id, room));
  const hasCompletionPhoto = await hasPhoto(ctx, unit._id);
  await write(ctx, row, { unit, tasks, hasCompletionPhoto });
}

/** Updates whether a unit has a completion photo. Call it after every write to photos of the unit. */
export async function refreshCompletionPhoto(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const row = await figuresOf(ctx, unitId);
  const hasCompletionPhoto = await hasPhoto(ctx, unitId);
  if ((row?.hasCompletionPhoto ?? false) === hasCompletionPhoto) return;
  const unit = await ctx.db.get("units", unitId);
  if (unit === null) return;
  const tasks = row?.tasks ?? figuresOfTasks(await tasksOfUnit(ctx, unitId));
  await write(ctx, row, { unit, tasks, hasCompletionPhoto });
}

async function applyToUnit(
  ctx: MutationCtx,
  { unitId, unit }: { unitId: Id<"units">; unit: Doc<"units"> | null },
  change: UnitChange,
) {
  const row = await figuresOf(ctx, unitId);
  if (unit === null) {
    if (row !== null) await ctx.db.delete("unitFigures", row._id);
    return;
  }
  const tasks = row === null ? null : changedTasks(row.tasks, change);
  if (row === null || tasks === null) await rebuild(ctx, row, { unit });
  else await write(ctx, row, { unit, tasks, hasCompletionPhoto: row.hasCompletionPhoto });
}

/** The task figures after a change; null when the change subtracts something that is not in them. */
function changedTasks(tasks: readonly TaskFigure[], change: UnitChange): TaskFigure[] | null {
  const surplus = new Map<string, number>();
  const changed: TaskFigure[] = [];
  for (const [key, { figure, count }] of change) {
    if (count < 0) surplus.set(key, -count);
    for (let added = 0; added < count; added++) changed.push(figure);
  }
  for (const task of tasks) {
    const left = surplus.size === 0 ? 0 : (surplus.get(keyOf(task)) ?? 0);
    if (left === 0) changed.push(task);
    else surplus.set(keyOf(task), left - 1);
  }
  return [...surplus.values()].every((left) => left === 0) ? changed : null;
}

async function write(
  ctx: MutationCtx,
  row: UnitFigures | null,
  {
    unit,
    tasks,
    hasCompletionPhoto,
  }: { unit: Doc<"units">; tasks: TaskFigure[]; hasCompletionPhoto: boolean },
): Promise<void> {
  const { projectId, _id: unitId, startDate } = unit;
  const completionDate = unit.status === "completed" ? unit.completionDate : undefined;
  const isEmpty = tasks.length === 0 && completionDate === undefined && !hasCompletionPhoto;
  const dates = tasks.flatMap((task) => [task.dueDate ?? 0, task.completionDate ?? 0]);
  const figures = {
    ...{ projectId, unitId, hasCompletionPhoto, tasks },
    ...(completionDate === undefined ? {} : { completionDate }),
    ...(completionDate === undefined || startDate === undefined ? {} : { startDate }),
    latestDate: Math.max(completionDate ?? 0, ...dates),
  };
  if (row === null) {
    if (!isEmpty) await ctx.db.insert("unitFigures", figures);
  } else if (isEmpty) await ctx.db.delete("unitFigures", row._id);
  else await ctx.db.replace("unitFigures", row._id, figures);
}

async function figuresOf(ctx: QueryCtx, unitId: Id<"units">): Promise<UnitFigures | null> {
  return await ctx.db
    .query("unitFigures")
    .withIndex("unitId", (q) => q.eq("unitId", unitId))
    .unique();
}

function figuresOfTasks(tasks: readonly Doc<"tasks">[]): TaskFigure[] {
  return tasks.flatMap((task) => taskFigure(task) ?? []);
}

async function hasPhoto(ctx: QueryCtx, unitId: Id<"units">): Promise<boolean> {
  const photo = await ctx.db
    .query("photos")
    .withIndex("unitId_type", (q) => q.eq("unitId", unitId).eq("type", "completion"))
    .first();
  return photo !== null;
}

function taskFigure(task: FiguredTask): TaskFigure | null {
  const { category, startDate, dueDate, completionDate, estimatedHours } = task;
  const due = dueDate === undefined ? {} : { dueDate };
  if (task.status !== "completed") return dueDate === undefined ? null : due;
  if (completionDate === undefined) return null;
  return {
    ...due,
    completionDate,
    ...(category === undefined ? {} : { category }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(estimatedHours === undefined ? {} : { estimatedHours }),
  };
}

function keyOf(task: TaskFigure): string {
  const { category, startDate, dueDate, completionDate, estimatedHours } = task;
  return JSON.stringify([category, startDate, dueDate, completionDate, estimatedHours]);
}
