import { onEach, requireEach } from "../context/bulk.ts";
import type { WriterCtx } from "../context/context.ts";
import { inBatch } from "../history/batches.ts";
import { CountChanges } from "../numbers/counts.ts";
import { requireUnit } from "../projects/units.ts";
import { maxPartsPerStep, takeUnit } from "./units.ts";

/**
 * The maximum number of units whose parts the transaction of the act looks through; each unit costs a dozen of its
 * 4,096 reads.
 */
const mostAtOnce = 100;

/**
 * Deletes the units of these ids as one act; returns their number and the batch. The parts of very many units follow in
 * steps.
 */
export async function deleteUnits(ctx: WriterCtx, ids: readonly string[]) {
  const units = await requireEach(ids, async (id) => await requireUnit(ctx, id));
  const { batchId } = await inBatch(ctx, async (batchCtx) => {
    const counts = new CountChanges();
    let left = maxPartsPerStep;
    await onEach(units, async (unit) => {
      const isOneOfFew = units.findIndex(({ row }) => row === unit) < mostAtOnce;
      left = await takeUnit(batchCtx, counts, { unit, limit: isOneOfFew ? left : 0 });
    });
    await counts.apply(batchCtx);
  });
  return { success: true as const, deleted: units.length, batchId };
}
