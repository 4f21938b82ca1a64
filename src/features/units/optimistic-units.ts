import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { clockOf } from "../../lib/optimistic-tasks.ts";
import { changeUnit } from "./unit-change.ts";
import type { UnitListItem } from "./unit-filter.ts";

/** Shows a changed unit at once wherever it is listed. */
export function applyUnitUpdate(
  store: OptimisticLocalStore,
  { unitId, ...patch }: FunctionArgs<typeof api.units.update>,
): void {
  const by = store.getQuery(api.users.viewer, {}) ?? undefined;
  const act = { ...clockOf(store), by };
  replaceUnit(store, unitId, (unit) => changeUnit(unit, patch, act));
}

/** Takes a deleted unit out of its project's list at once. */
export function applyUnitDeletion(
  store: OptimisticLocalStore,
  { unitId }: { unitId: string },
): void {
  replaceUnit(store, unitId, () => null);
}

function replaceUnit(
  store: OptimisticLocalStore,
  unitId: string,
  change: (unit: UnitListItem) => UnitListItem | null,
): void {
  for (const { args, value: units } of store.getAllQueries(api.units.list)) {
    const old = units?.find((unit) => unit.id === unitId);
    if (!units || !old) continue;
    const changed = change(old);
    store.setQuery(
      api.units.list,
      args,
      units.flatMap((unit) => (unit !== old ? [unit] : changed ? [changed] : [])),
    );
  }
}
