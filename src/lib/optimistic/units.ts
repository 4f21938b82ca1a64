import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { clockOf } from "./tasks.ts";
import type { Editor } from "./block-change.ts";
import { changeUnit } from "./unit-change.ts";

type UnitListItem = FunctionReturnType<typeof api.units.list>[number];

/** Shows a changed unit at once wherever it is listed, as changed by somebody at a moment. */
export function applyUnitUpdate(
  store: OptimisticLocalStore,
  { unitId, ...patch }: FunctionArgs<typeof api.units.update>,
  act: { at: number; by: Editor },
): void {
  applyUnitUpdates(store, { ids: [unitId], set: patch }, act);
}

/** The same for one change of many units. */
export function applyUnitUpdates(
  store: OptimisticLocalStore,
  { ids, set }: { ids: readonly string[]; set: Parameters<typeof changeUnit>[1] },
  { at, by }: { at: number; by: Editor },
): void {
  const act = { ...clockOf(store, at), by };
  replaceUnits(store, new Set(ids), (unit) => changeUnit(unit, set, act));
}

/** Takes a deleted unit out of its project's list at once. */
export function applyUnitDeletion(
  store: OptimisticLocalStore,
  { unitId }: { unitId: string },
): void {
  applyUnitDeletions(store, { ids: [unitId] });
}

/** The same for many units. */
export function applyUnitDeletions(
  store: OptimisticLocalStore,
  { ids }: { ids: readonly string[] },
): void {
  replaceUnits(store, new Set(ids), () => null);
}

function replaceUnits(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  change: (unit: UnitListItem) => UnitListItem | null,
): void {
  for (const { args, value: units } of store.getAllQueries(api.units.list)) {
    if (!units?.some((unit) => ids.has(unit.id))) continue;
    store.setQuery(
      api.units.list,
      args,
      units.flatMap((unit) => (ids.has(unit.id) ? (change(unit) ?? []) : [unit])),
    );
  }
}
