import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

type UnitListItem = FunctionReturnType<typeof api.units.list>[number];

/** Removes a deleted unit from its project's list at once. */
export function applyUnitDeletion(
  store: OptimisticLocalStore,
  { unitId }: { unitId: string },
): void {
  applyUnitDeletions(store, { ids: [unitId] });
}

/** Removes many deleted units in the same way. */
export function applyUnitDeletions(
  store: OptimisticLocalStore,
  { ids }: { ids: readonly string[] },
): void {
  replaceUnits(store, new Set(ids), () => null);
}

/** Replaces or removes units in all lists. */
export function replaceUnits(
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
