import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { slotMs, type TallyKind, waitingRows } from "./waitingCounts.ts";

/**
 * The maximum number of slots of one kind that are read one by one. An act on many records reads nearby slots together.
 */
const mostReadAlone = 8;

/** The distance in slots up to which two slots are read in one range: one day. */
const nearSlots = 96;

/** The tallies of one kind, of one project or of the workspace (undefined). */
export type Place = { projectId: Id<"projects"> | undefined; kind: TallyKind };
type SlotChange = Pick<Doc<"waitingCounts">["tallies"][number], "slot" | "by">;

/** The present tallies of a project or of the workspace, waiting changes included. */
export class Tallies {
  readonly #ctx: QueryCtx;
  readonly #projectId: Id<"projects"> | undefined;
  readonly #waiting: Doc<"waitingCounts">["tallies"];

  private constructor(
    ctx: QueryCtx,
    projectId: Id<"projects"> | undefined,
    waiting: Doc<"waitingCounts">["tallies"],
  ) {
    this.#ctx = ctx;
    this.#projectId = projectId;
    this.#waiting = waiting;
  }

  /** The tallies of a project; without `projectId`, of the workspace. */
  static async of(ctx: QueryCtx, projectId?: Id<"projects">): Promise<Tallies> {
    const rows = await waitingRows(ctx, projectId);
    return new Tallies(
      ctx,
      projectId,
      rows.flatMap(({ tallies }) => tallies),
    );
  }

  /**
   * The number of records of a kind in the slots from `from` (inclusive) to `to` (exclusive), in milliseconds since the
   * epoch. A slot that contains a bound belongs to the time before it, so that no slot is in two neighbouring ranges.
   */
  async count(kind: TallyKind, { from, to }: { from?: number; to: number }): Promise<number> {
    const projectId = this.#projectId;
    const first = from === undefined ? -Infinity : Math.ceil(from / slotMs);
    const end = Math.ceil(to / slotMs);
    const counts = new Map<number, number>();
    // Each quarter of an hour with a change has one small row: a week has at most 672.
    const rows = this.#ctx.db
      .query("tallies")
      .withIndex("projectId_kind_slot", (q) =>
        q.eq("projectId", projectId).eq("kind", kind).gte("slot", first).lt("slot", end),
      );
    for await (const row of rows) counts.set(row.slot, row.count);
    for (const { kind: other, slot, by } of this.#waiting) {
      if (other !== kind || slot < first || slot >= end) continue;
      counts.set(slot, changed(counts.get(slot) ?? 0, by, projectId));
    }
    let sum = 0;
    for (const count of counts.values()) sum += count;
    return sum;
  }
}

/** Applies changes, in their order, to the tallies of one kind and place. */
export async function addToTallies(
  ctx: MutationCtx,
  place: Place,
  changes: readonly SlotChange[],
): Promise<void> {
  const slots = [...new Set(changes.map(({ slot }) => slot))].toSorted((a, b) => a - b);
  const rows = await rowsAt(ctx, place, slots);
  const counts = new Map(Array.from(rows, ([slot, { count }]) => [slot, count]));
  for (const { slot, by } of changes)
    counts.set(slot, changed(counts.get(slot) ?? 0, by, place.projectId));
  for (const [slot, count] of counts) await write(ctx, rows.get(slot), { ...place, slot, count });
}

/**
 * A count after a change. Only the workspace counts records of versions that did not count by project, so a project's
 * count may have nothing to subtract from.
 */
function changed(count: number, by: number, projectId: Id<"projects"> | undefined): number {
  return projectId === undefined ? count + by : Math.max(0, count + by);
}

/** The rows of these slots, by slot; `slots` must be sorted. */
async function rowsAt(
  ctx: QueryCtx,
  { projectId, kind }: Place,
  slots: readonly number[],
): Promise<Map<number, Doc<"tallies">>> {
  const found = new Map<number, Doc<"tallies">>();
  const wanted = new Set(slots);
  for (const { first, last } of stretchesOf(slots)) {
    const rows = ctx.db
      .query("tallies")
      .withIndex("projectId_kind_slot", (q) =>
        q.eq("projectId", projectId).eq("kind", kind).gte("slot", first).lte("slot", last),
      );
    // The loop is bounded: each slot has at most one row.
    for await (const row of rows) if (wanted.has(row.slot)) found.set(row.slot, row);
  }
  return found;
}

function stretchesOf(slots: readonly number[]): { first: number; last: number }[] {
  const near = slots.length > mostReadAlone ? nearSlots : 0;
  const stretches: { first: number; last: number }[] = [];
  for (const slot of slots) {
    const stretch = stretches.at(-1);
    if (stretch !== undefined && slot - stretch.last <= near) stretch.last = slot;
    else stretches.push({ first: slot, last: slot });
  }
  return stretches;
}

async function write(
  ctx: MutationCtx,
  row: Doc<"tallies"> | undefined,
  { projectId, kind, slot, count }: Place & { slot: number; count: number },
): Promise<void> {
  if (row === undefined) {
    const place = projectId === undefined ? {} : { projectId };
    if (count !== 0) await ctx.db.insert("tallies", { ...place, kind, slot, count });
  } else if (count === 0) await ctx.db.delete("tallies", row._id);
  else if (count !== row.count) await ctx.db.patch("tallies", row._id, { count });
}
