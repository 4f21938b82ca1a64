import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { updateUnitInput } from "../../../convex/rules/inputs/units.ts";
import { isoOr } from "../forms/changed-values.ts";
import { type Change, type DayList, listOfTask, rearranged } from "./my-day.ts";
import type { Task } from "./task-change.ts";
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
    const isCompleted = (status ?? (completionDate == null ? null : "completed")) === "completed";
    const changeOf: Change = (unit, task) => {
      if (!ids.has(unit.id)) return { unit, task };
      const dates = {
        moveInDate: isoOr(moveInDate, unit.moveInDate),
        readyByDate: isoOr(readyByDate, unit.readyByDate),
      };
      return isCompleted ? null : { unit: { ...unit, ...dates }, task };
    };
    const listOf = (_before: Task, task: Task, list: DayList | null) => {
      if (!ids.has(task.unitId) || blockedReason === undefined) return list;
      if (task.baseStatus === "completed") return null;
      return blockedReason === null ? listOfTask(task, clock) : "blocked";
    };
    store.setQuery(api.myDay.mine, args, rearranged(day, { changeOf, listOf, clock }));
  }
}
