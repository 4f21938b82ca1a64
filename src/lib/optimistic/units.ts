import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import { changeUnitOfRow } from "./board-row.ts";
import { replaceBoardRows } from "./board-rows.ts";
import type { Unit } from "./turn-change.ts";

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

/** Replaces or removes units in all lists and on all boards, and replaces those that are read alone, as by the camera. */
export function replaceUnits(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  change: <Some extends Unit>(unit: Some) => Some | null,
): void {
  for (const { args, value: units } of store.getAllQueries(api.units.list)) {
    if (!units?.some((unit) => ids.has(unit.id))) continue;
    store.setQuery(
      api.units.list,
      args,
      units.flatMap((unit) => (ids.has(unit.id) ? (change(unit) ?? []) : [unit])),
    );
  }
  for (const unitId of ids) {
    const unit = store.getQuery(api.units.get, { unitId });
    const after = unit && change(unit);
    if (after) store.setQuery(api.units.get, { unitId }, after);
  }
  replaceBoardRows(store, (rows) => {
    if (!rows.some(({ unit }) => ids.has(unit.id))) return null;
    return rows.flatMap((row) => {
      if (!ids.has(row.unit.id)) return [row];
      const unit = change(row.unit);
      return unit === null ? [] : [changeUnitOfRow(row, unit)];
    });
  });
}
