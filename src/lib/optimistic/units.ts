import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

type UnitListItem = FunctionReturnType<typeof api.units.list>[number];

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

/** Shows other units, or none, in the place of these wherever they are listed. */
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
