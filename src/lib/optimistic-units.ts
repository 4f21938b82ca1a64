import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api.js";
import { clockOf } from "./optimistic-tasks.ts";
import type { Editor } from "./block-change.ts";
import { changeUnit } from "./unit-change.ts";

type UnitListItem = FunctionReturnType<typeof api.units.list>[number];

/** Shows a changed unit at once wherever it is listed, as changed by somebody at a moment. */
export function applyUnitUpdate(
  store: OptimisticLocalStore,
  { unitId, ...patch }: FunctionArgs<typeof api.units.update>,
  { at, by }: { at: number; by: Editor },
): void {
  const act = { ...clockOf(store, at), by };
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
