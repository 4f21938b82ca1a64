import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { maxUnits } from "./units.ts";

/**
 * The number of units in a page. A change recomputes and resends its whole page, so a larger page makes other windows
 * wait longer. Opening a project of 500 units with 50 small queries costs as much as with 20 larger ones.
 */
export const pageSize = 10;

/** A page has the units created after one time, up to and including another; the last page of a project has no end. */
export const vUnitRange = v.object({ after: v.number(), through: v.union(v.number(), v.null()) });

export type UnitRange = { after: number; through: number | null };

/**
 * The pages of a project's units. They are ranges of creation times, so that no change moves a unit to another page.
 */
export async function unitRanges(
  ctx: QueryCtx,
  { _id: projectId }: Doc<"projects">,
): Promise<UnitRange[]> {
  return rangesOf(await unitsIn(ctx, projectId, { after: 0, through: null }));
}

/** The pages of units that are read already, in the order of creation. */
export function rangesOf(units: readonly Doc<"units">[]): UnitRange[] {
  const ages = units.map((unit) => unit._creationTime);
  const ends = ages.filter((_, index) => (index + 1) % pageSize === 0 && index + 1 < ages.length);
  return [0, ...ends].map((after, page) => ({ after, through: ends[page] ?? null }));
}

/** The units of a project in a page, in the order of creation. */
export async function unitsIn(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { after, through, limit = maxUnits }: UnitRange & { limit?: number },
): Promise<Doc<"units">[]> {
  return await ctx.db
    .query("units")
    .withIndex("projectId", (q) => {
      const later = q.eq("projectId", projectId).gt("_creationTime", after);
      return through === null ? later : later.lte("_creationTime", through);
    })
    .take(limit);
}
