import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx } from "../context/context.ts";
import { readToday, type Today } from "../context/today.ts";
import { withTrash } from "../context/trashMarks.ts";
import { changedAlarm } from "./unitAlarms.ts";
import { changedWork, noWork, openWorkOf, WorkChange, wholeWork } from "./openWork.ts";

type TaskCounts = Pick<
  Doc<"units">,
  "totalTasks" | "completedTasks" | "inProgressTasks" | "notStartedTasks"
>;
type CountedTask = Pick<Doc<"tasks">, "unitId"> & Parameters<WorkChange["task"]>[0];

const countByStatus = {
  completed: "completedTasks",
  in_progress: "inProgressTasks",
  not_started: "notStartedTasks",
} as const satisfies Record<Doc<"tasks">["status"], keyof TaskCounts>;

/** The counts of a unit without tasks. */
export const noTasks = {
  ...{ totalTasks: 0, completedTasks: 0, inProgressTasks: 0, notStartedTasks: 0 },
  openWork: noWork,
} satisfies Partial<Doc<"units">>;

type UnitChange = { counts: TaskCounts; work: WorkChange; isOwn: boolean };

/**
 * A cache of the changed units in their present state; null for a unit that is deleted. Other units are read when asked
 * for.
 */
export class ChangedUnits {
  readonly #ctx: MutationCtx;
  readonly #rows: ReadonlyMap<Id<"units">, Doc<"units"> | null>;

  constructor(ctx: MutationCtx, rows: ReadonlyMap<Id<"units">, Doc<"units"> | null>) {
    this.#ctx = ctx;
    this.#rows = rows;
  }

  async get(unitId: Id<"units">): Promise<Doc<"units"> | null> {
    const unit = this.#rows.get(unitId);
    if (unit === undefined) return await this.#ctx.db.get("units", unitId);
    return unit?.trashId === undefined ? unit : null;
  }
}

/**
 * Collects the changes that a transaction makes to units and their tasks, and writes the counts of each unit once at
 * the end.
 */
export class UnitCountChanges {
  readonly #units = new Map<Id<"units">, UnitChange>();

  /** Adds (+1) or subtracts (-1) a task with these fields. */
  task(task: CountedTask, sign: 1 | -1): void {
    const { counts, work } = this.#unit(task.unitId);
    counts.totalTasks += sign;
    counts[countByStatus[task.status]] += sign;
    work.task(task, sign);
  }

  /** Notes that the unit itself has changed. */
  unit(unitId: Id<"units">): void {
    this.#unit(unitId).isOwn = true;
  }

  /** Writes the collected changes. Call it after units and tasks are written. */
  async apply(ctx: MutationCtx): Promise<ChangedUnits> {
    const rows = new Map<Id<"units">, Doc<"units"> | null>();
    const changed = [...this.#units].filter(([, change]) => change.isOwn || !isNothing(change));
    if (changed.length === 0) return new ChangedUnits(ctx, rows);
    const today = await readToday(ctx);
    for (const [unitId, change] of changed) {
      // A unit in the trash stays counted, so that its counts are right after a restore. It has no alarm in the
      // meantime.
      const unit =
        (await ctx.db.get("units", unitId)) ?? (await withTrash(ctx).db.get("units", unitId));
      rows.set(unitId, unit && (await applyToUnit(ctx, unit, { change, today })));
    }
    return new ChangedUnits(ctx, rows);
  }

  #unit(unitId: Id<"units">) {
    const { openWork: _, ...counts } = noTasks;
    const change = this.#units.get(unitId) ?? { counts, work: new WorkChange(), isOwn: false };
    this.#units.set(unitId, change);
    return change;
  }
}

async function applyToUnit(
  ctx: MutationCtx,
  unit: Doc<"units">,
  { change, today }: { change: UnitChange; today: Today },
): Promise<Doc<"units">> {
  const counted = { ...unit, ...(isNothing(change) ? {} : await countsAfter(ctx, unit, change)) };
  const alarm = changedAlarm(counted, today) ?? unit.alarm;
  const next = { ...counted, ...(alarm !== undefined && { alarm }) };
  const { totalTasks, completedTasks, inProgressTasks, notStartedTasks, openWork } = next;
  const counts = { totalTasks, completedTasks, inProgressTasks, notStartedTasks };
  if (!isNothing(change) || alarm !== unit.alarm)
    await ctx.db.patch("units", unit._id, {
      ...counts,
      ...(openWork !== undefined && { openWork }),
      ...(alarm !== undefined && { alarm }),
    });
  return next;
}

async function countsAfter(
  ctx: MutationCtx,
  unit: Doc<"units">,
  { counts, work }: UnitChange,
): Promise<Partial<Doc<"units">>> {
  const after = {
    totalTasks: unit.totalTasks + counts.totalTasks,
    completedTasks: unit.completedTasks + counts.completedTasks,
    inProgressTasks: unit.inProgressTasks + counts.inProgressTasks,
    notStartedTasks: unit.notStartedTasks + counts.notStartedTasks,
  };
  const known = wholeWork(unit);
  // The backfill computes the open work of rows of earlier versions. Until then readers count the tasks.
  if (known === null) return after;
  return { ...after, openWork: changedWork(known, work) ?? (await openWorkOf(ctx, unit._id)) };
}

function isNothing({ counts, work }: UnitChange): boolean {
  return Object.values(counts).every((count) => count === 0) && work.isNothing;
}
