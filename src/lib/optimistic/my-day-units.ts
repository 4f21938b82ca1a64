import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { updateUnitInput } from "../../../convex/rules/inputs/units.ts";
import { isoOr } from "../forms/changed-values.ts";
import { type Change, type ListOf, listOfTask, rearranged } from "./my-day.ts";
import type { Clock } from "./turn-change.ts";

/** Shows the changed dates of units at once in the lists of the day, and moves their tasks where a block puts them. */
export function replaceUnitsInMyDay(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  { clock, set }: { clock: Clock; set: Omit<FunctionArgs<typeof api.units.update>, "unitId"> },
): void {
  for (const { args, value: day } of store.getAllQueries(api.myDay.mine)) {
    if (!day) continue;
    const { status, completionDate, blockedReason, moveInDate, readyByDate } =
      updateUnitInput.parse(set);
    const isDone =
      status === undefined && completionDate === undefined
        ? undefined
        : (status ?? (completionDate == null ? null : "completed")) === "completed";
    const changeOf: Change = ({ unit, task, isUnitDone }) => {
      if (!ids.has(unit.id)) return { unit, task, isUnitDone };
      const dates = {
        moveInDate: isoOr(moveInDate, unit.moveInDate),
        readyByDate: isoOr(readyByDate, unit.readyByDate),
      };
      return { unit: { ...unit, ...dates }, task, isUnitDone: isDone ?? isUnitDone };
    };
    const listOf: ListOf = ({ isUnitDone: wasUnitDone }, { task }, list) => {
      // The completion of a unit has ended its block too.
      const isMoved = blockedReason !== undefined || wasUnitDone;
      if (!ids.has(task.unitId) || !isMoved) return list;
      if (task.baseStatus === "completed") return null;
      return blockedReason == null ? listOfTask(task, clock) : "blocked";
    };
    store.setQuery(api.myDay.mine, args, rearranged(day, { changeOf, listOf, clock }));
  }
}
