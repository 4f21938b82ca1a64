import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import type { Editor } from "./block-change.ts";
import { replaceUnitsInMyDay } from "./my-day-units.ts";
import { clockOf } from "./tasks.ts";
import { changeUnit } from "./unit-change.ts";
import { replaceUnits } from "./units.ts";

/** Shows a changed unit at once in all lists. `act` has the time of the change in ms and its author. */
export function applyUnitUpdate(
  store: OptimisticLocalStore,
  { unitId, ...patch }: FunctionArgs<typeof api.units.update>,
  act: { at: number; by: Editor },
): void {
  applyUnitUpdates(store, { ids: [unitId], set: patch }, act);
}

/** Shows one change of many units in the same way. */
export function applyUnitUpdates(
  store: OptimisticLocalStore,
  { ids, set }: { ids: readonly string[]; set: Parameters<typeof changeUnit>[1] },
  { at, by }: { at: number; by: Editor },
): void {
  const act = { ...clockOf(store, at), by };
  const changed = new Set(ids);
  replaceUnits(store, changed, (unit) => changeUnit(unit, set, act));
  replaceUnitsInMyDay(store, changed, { clock: act, set });
}
