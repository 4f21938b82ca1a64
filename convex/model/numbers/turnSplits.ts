import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayAt, dayIn } from "../../lib/dates.ts";
import { turnSpan } from "../../rules/turn.ts";
import { type BlockedDays, type Days, splitTurn, type SplitTask } from "../../rules/turnSplit.ts";
import { companyTimeZone } from "../context/company.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import type { ListRoom } from "../context/listRoom.ts";
import { blocksOfUnit } from "./blocks.ts";
import type { ChangedUnits } from "./unitCounts.ts";
import { tasksOfUnit } from "./unitSteps.ts";

/**
 * Collects the units that a transaction changes, and recomputes the splits of completed ones at the end of the
 * transaction.
 */
export class TurnSplitChanges {
  readonly #units = new Map<Id<"units">, { isOwn: boolean }>();

  /** Notes that a task of the unit has changed. */
  task(unitId: Id<"units">): void {
    if (!this.#units.has(unitId)) this.#units.set(unitId, { isOwn: false });
  }

  /** Notes that the unit itself has changed or was deleted. */
  unit(unitId: Id<"units">): void {
    this.#units.set(unitId, { isOwn: true });
  }

  /** Writes the splits. Call it after units, tasks and blocks are written. */
  async apply(ctx: MutationCtx, units: ChangedUnits): Promise<void> {
    for (const [unitId, { isOwn }] of this.#units) {
      const unit = await units.get(unitId);
      // A unit whose own fields did not change and that is not completed has no split to delete.
      if (isOwn || unit?.status === "completed") await keepSplit(ctx, { unitId, unit });
    }
  }
}

/** Recomputes the split of a completed unit to which a step has returned blocks, which no count tells. */
export async function refreshSplit(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const unit = await ctx.db.get("units", unitId);
  if (unit?.status === "completed") await keepSplit(ctx, { unitId, unit });
}

/** Stores the split of a unit's turn, or deletes it when the unit has none. */
export async function keepSplit(
  ctx: MutationCtx,
  { unitId, unit }: { unitId: Id<"units">; unit: Doc<"units"> | null },
  room?: ListRoom,
): Promise<void> {
  const row = await ctx.db
    .query("turnSplits")
    .withIndex("unitId", (q) => q.eq("unitId", unitId))
    .unique();
  const days = unit && (await splitOf(ctx, unit, room));
  if (unit === null || days === null || unit.completionDate === undefined) {
    if (row !== null) await ctx.db.delete("turnSplits", row._id);
    return;
  }
  const { projectId, name: unitName, completionDate } = unit;
  const split = { projectId, unitId, unitName, completionDate, days };
  if (row === null) await ctx.db.insert("turnSplits", split);
  else await ctx.db.replace("turnSplits", row._id, split);
}

/**
 * The split of a completed unit's turn, from its present dates and the history of its blocks; null when the unit has no
 * turn.
 */
async function splitOf(
  ctx: QueryCtx,
  unit: Doc<"units">,
  room: ListRoom | undefined,
): Promise<Days | null> {
  if (unit.status !== "completed" || unit.completionDate === undefined) return null;
  const zone = companyTimeZone();
  const dayOf = (moment: number) => dayIn(zone, moment);
  const span = turnSpan(unit, { day: dayOf(unit.completionDate), dayOf });
  if (span === null) return null;
  const blocksByTask = new Map<Id<"tasks"> | undefined, BlockedDays[]>();
  for (const block of await blocksOfUnit(ctx, unit._id)) {
    const blocks = blocksByTask.get(block.taskId) ?? [];
    blocksByTask.set(block.taskId, [...blocks, blockedDays(block, zone)]);
  }
  const tasks = (await tasksOfUnit(ctx, unit._id, room)).map(
    ({ _id, status, startDate, completionDate }): SplitTask => {
      const completed = status === "completed" ? completionDate : undefined;
      const started = startDate ?? completed;
      return {
        started: started === undefined ? Infinity : dayOf(started),
        completed: completed === undefined ? Infinity : dayOf(completed),
        blocks: blocksByTask.get(_id) ?? [],
      };
    },
  );
  return splitTurn({ ...span, tasks, blocks: blocksByTask.get(undefined) ?? [] });
}

/** The days at whose end a block was in force: from the day of its start to the day before its end. */
function blockedDays({ reason, from, to }: Doc<"blocks">, timeZone: string): BlockedDays {
  const end = to === undefined ? Infinity : dayAt(timeZone, to);
  return { reason, from: dayAt(timeZone, from), to: end, since: from };
}
