import type { UpdateUnitInput } from "../../rules/inputs/units.ts";
import { type Bulk, onEach, requireEach } from "../context/bulk.ts";
import type { WriterCtx } from "../context/context.ts";
import { inBatch } from "../history/batches.ts";
import { CountChanges } from "../numbers/counts.ts";
import { requireUnit } from "./units.ts";
import { changeUnit } from "./unitWrites.ts";

/** Makes one change in the units of these ids, as one act. */
export async function updateUnits(
  ctx: WriterCtx,
  { ids, set }: { ids: readonly string[]; set: UpdateUnitInput },
): Promise<Bulk<"units">> {
  const units = await requireEach(ids, async (id) => await requireUnit(ctx, id));
  const update = { ...set, time: { at: Date.now() } };
  const { batchId } = await inBatch(ctx, async (batchCtx) => {
    const counts = new CountChanges();
    await onEach(units, async (unit) => await changeUnit(batchCtx, counts, { unit, update }));
    await counts.apply(batchCtx);
  });
  return { batchId, ids: units.map(({ row }) => row._id) };
}
