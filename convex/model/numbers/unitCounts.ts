import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";
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

/** The counts of a unit that has no tasks yet. */
export const noTasks = {
  ...{ totalTasks: 0, completedTasks: 0, inProgressTasks: 0, notStartedTasks: 0 },
  openWork: noWork,
} satisfies Partial<Doc<"units">>;

/** Collects what a transaction changes of the tasks of units, and writes it to their rows once at its end. */
export class UnitCountChanges {
  readonly #units = new Map<Id<"units">, { counts: TaskCounts; work: WorkChange }>();

  /** A task in this state is there now (+1) or no longer (-1). */
  task(task: CountedTask, sign: 1 | -1): void {
    const { counts, work } = this.#unit(task.unitId);
    counts.totalTasks += sign;
    counts[countByStatus[task.status]] += sign;
    work.task(task, sign);
  }

  /** Writes the collected changes; the tasks themselves are written already. */
  async apply(ctx: MutationCtx): Promise<void> {
    for (const [unitId, change] of this.#units) {
      const isSame = Object.values(change.counts).every((count) => count === 0);
      if (isSame && change.work.isNothing) continue;
      // The counts of a unit in the trash go on, so that they are right when it is restored.
      const unit = await withTrash(ctx).db.get("units", unitId);
      if (unit !== null) await applyToUnit(ctx, unit, change);
    }
  }

  #unit(unitId: Id<"units">) {
    const { openWork: _, ...counts } = noTasks;
    const change = this.#units.get(unitId) ?? { counts, work: new WorkChange() };
    this.#units.set(unitId, change);
    return change;
  }
}

async function applyToUnit(
  ctx: MutationCtx,
  unit: Doc<"units">,
  { counts, work }: { counts: TaskCounts; work: WorkChange },
): Promise<void> {
  const patch = {
    totalTasks: unit.totalTasks + counts.totalTasks,
    completedTasks: unit.completedTasks + counts.completedTasks,
    inProgressTasks: unit.inProgressTasks + counts.inProgressTasks,
    notStartedTasks: unit.notStartedTasks + counts.notStartedTasks,
  };
  const known = wholeWork(unit);
  // In rows of earlier versions the backfill puts it; until then readers ask the tasks.
  if (known === null) await ctx.db.patch("units", unit._id, patch);
  else {
    const openWork = changedWork(known, work) ?? (await openWorkOf(ctx, unit._id));
    await ctx.db.patch("units", unit._id, { ...patch, openWork });
  }
}
