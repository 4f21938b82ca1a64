import { api } from "../../../../convex/_generated/api.js";
import type { Shown } from "../operation.ts";

/** A task by its name and that of its unit, as far as they are on the screen. */
export function taskName(shown: Shown, taskId: string): string {
  for (const { value: tasks } of shown.getAllQueries(api.tasks.list)) {
    const task = tasks?.find(({ id }) => id === taskId);
    if (task) return joined(task.name, unitName(shown, task.unitId));
  }
  for (const { value: page } of shown.getAllQueries(api.board.page)) {
    for (const { unit, tasks } of page?.rows ?? []) {
      const task = tasks.find(({ id }) => id === taskId);
      if (task) return joined(task.name, unit.name);
    }
  }
  for (const { value: day } of shown.getAllQueries(api.myDay.mine)) {
    if (!day) continue;
    const { overdue, dueToday, nextSevenDays, blocked, noDate } = day;
    for (const { unit, tasks } of [overdue, dueToday, nextSevenDays, blocked, noDate].flat()) {
      const task = tasks.find(({ id }) => id === taskId);
      if (task) return joined(task.name, unit.name);
    }
  }
  return "A task";
}

/** A unit by its name, where a list of units is on the screen. */
export function unitName(shown: Shown, unitId: string): string | undefined {
  for (const { value: units } of shown.getAllQueries(api.units.list)) {
    const unit = units?.find(({ id }) => id === unitId);
    if (unit) return unit.name;
  }
  for (const { value: page } of shown.getAllQueries(api.board.page)) {
    const row = page?.rows.find(({ unit }) => unit.id === unitId);
    if (row) return row.unit.name;
  }
  return undefined;
}

function joined(name: string, place: string | undefined): string {
  return place === undefined ? name : `${name}, ${place}`;
}
