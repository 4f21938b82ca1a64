import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";

/** Moments are counted in quarters of an hour, because every time zone begins its days on one. */
const slotMs = 15 * 60_000;

/** Slots of one kind up to this number are read one by one; an act on many records reads those of a stretch together. */
const mostReadAlone = 8;

/** Slots that are this near stand in one stretch: a day. */
const nearSlots = 96;

export type TallyKind = Doc<"tallies">["kind"];

/** Counts of one kind in one place; without a project it is the whole workspace. */
type Tally = {
  projectId: Id<"projects"> | undefined;
  kind: TallyKind;
  countBySlot: Map<number, number>;
};

/** Collects what a transaction changes of the moments that are counted, and writes it once at its end. */
export class TallyChanges {
  readonly #tallies = new Map<string, Tally>();

  /** Counts a moment for the workspace and for the project. */
  count(
    { projectId, kind, sign }: Pick<Tally, "projectId" | "kind"> & { sign: 1 | -1 },
    moment: number | undefined,
  ): void {
    if (moment === undefined) return;
    const slot = Math.floor(moment / slotMs);
    for (const place of projectId === undefined ? [undefined] : [undefined, projectId]) {
      const key = `${place} ${kind}`;
      const tally = this.#tallies.get(key) ?? { projectId: place, kind, countBySlot: new Map() };
      this.#tallies.set(key, tally);
      tally.countBySlot.set(slot, (tally.countBySlot.get(slot) ?? 0) + sign);
    }
  }

  async apply(ctx: MutationCtx): Promise<void> {
    for (const { countBySlot, ...place } of this.#tallies.values()) {
      const changed = [...countBySlot].filter(([, count]) => count !== 0);
      const slots = changed.map(([slot]) => slot).toSorted((a, b) => a - b);
      const rows = await rowsAt(ctx, place, slots);
      for (const [slot, count] of changed) {
        await applyToRow(ctx, rows.get(slot) ?? null, { ...place, slot, count });
      }
    }
  }
}

/** The range of a count: at or after `from` and before `to`, in one project or in the workspace. */
type Counted = { from?: number; to: number; projectId?: Id<"projects"> };

/** The number of records of a kind that were counted. */
export async function tallied(
  ctx: QueryCtx,
  kind: TallyKind,
  { from, to, projectId }: Counted,
): Promise<number> {
  let sum = 0;
  // One small row for each quarter of an hour in which something happened: a week has at most 672.
  const rows = ctx.db.query("tallies").withIndex("projectId_kind_slot", (q) =>
    q
      .eq("projectId", projectId)
      .eq("kind", kind)
      .gte("slot", from === undefined ? -Infinity : Math.floor(from / slotMs))
      .lt("slot", Math.ceil(to / slotMs)),
  );
  for await (const row of rows) sum += row.count;
  return sum;
}

/** The rows of these slots, which are in order. */
async function rowsAt(
  ctx: QueryCtx,
  { projectId, kind }: Omit<Tally, "countBySlot">,
  slots: readonly number[],
): Promise<Map<number, Doc<"tallies">>> {
  const found = new Map<number, Doc<"tallies">>();
  for (const { first, last } of stretchesOf(slots)) {
    const rows = ctx.db
      .query("tallies")
      .withIndex("projectId_kind_slot", (q) =>
        q.eq("projectId", projectId).eq("kind", kind).gte("slot", first).lte("slot", last),
      );
    // At most one row a slot.
    for await (const row of rows) found.set(row.slot, row);
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

async function applyToRow(
  ctx: MutationCtx,
  row: Doc<"tallies"> | null,
  {
    projectId,
    ...change
  }: Pick<Doc<"tallies">, "kind" | "slot" | "count"> & Pick<Tally, "projectId">,
) {
  const count = (row?.count ?? 0) + change.count;
  const place = projectId === undefined ? {} : { projectId };
  // Of records from before projects were counted, only the workspace knows: there is nothing to take from the project.
  const isUnknown = projectId !== undefined && count < 0;
  if (row === null) {
    if (!isUnknown) await ctx.db.insert("tallies", { ...place, ...change });
  } else if (count === 0 || isUnknown) await ctx.db.delete("tallies", row._id);
  else await ctx.db.patch("tallies", row._id, { count });
}
