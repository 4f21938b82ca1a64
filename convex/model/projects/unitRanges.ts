import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { unitNamesOf } from "../numbers/unitNames.ts";
import { maxUnits } from "./units.ts";

/**
 * The number of units in a page. A change recomputes and resends its whole page, so a larger page makes other windows
 * wait longer. Opening a project of 500 units with 50 small queries costs as much as with 20 larger ones.
 */
export const pageSize = 10;

/** The maximum number and size of the units that a program gets from one query. */
const maxListed = 500;
const maxListedBytes = 4 * 2 ** 20;

/** A page has the units created after one time, up to and including another; the last page of a project has no end. */
export const vUnitRange = v.object({ after: v.number(), through: v.union(v.number(), v.null()) });

export type UnitRange = { after: number; through: number | null };

/**
 * The pages of a project's units. They are ranges of creation times, so that no change moves a unit to another page.
 */
export async function unitRanges(
  ctx: QueryCtx,
  { _id: projectId, unitCount }: Doc<"projects">,
): Promise<UnitRange[]> {
  const names = await unitNamesOf(ctx, projectId);
  // The rows of names are incomplete in the first seconds after an update from an earlier version.
  if (names.length === unitCount) return rangesOf(names.map(({ at }) => at));
  const units = await unitsIn(ctx, projectId, { after: 0, through: null });
  return rangesOf(units.map((unit) => unit._creationTime));
}

/** The pages of units that were created at these times, in this order. */
export function rangesOf(ages: readonly number[]): UnitRange[] {
  const ends = ages.filter((_, index) => (index + 1) % pageSize === 0 && index + 1 < ages.length);
  return [0, ...ends].map((after, page) => ({ after, through: ends[page] ?? null }));
}

/**
 * The units of a project in a page, in the order of creation. A page without an end has as many as there is room for.
 */
export async function unitsIn(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { limit = maxUnits, ...range }: UnitRange & { limit?: number },
): Promise<Doc<"units">[]> {
  const units = inRange(ctx, projectId, range);
  return range.through === null ? await new ListRoom().take(units, limit) : await units.take(limit);
}

/**
 * The first units of a project after a time, as many as one answer has room for. `next` is the time for the next ones;
 * null when there are none.
 */
export async function unitsFrom(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  after: number,
): Promise<{ units: Doc<"units">[]; next: number | null }> {
  const room = new ListRoom(maxListedBytes);
  const units = await room.take(inRange(ctx, projectId, { after, through: null }), maxListed);
  const isMore = room.isFull || units.length === maxListed;
  return { units, next: isMore ? (units.at(-1)?._creationTime ?? null) : null };
}

/** The same as a query. */
export function inRange(ctx: QueryCtx, projectId: Id<"projects">, { after, through }: UnitRange) {
  return ctx.db.query("units").withIndex("projectId", (q) => {
    const later = q.eq("projectId", projectId).gt("_creationTime", after);
    return through === null ? later : later.lte("_creationTime", through);
  });
}
