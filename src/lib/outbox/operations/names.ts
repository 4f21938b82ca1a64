import { api } from "../../../../convex/_generated/api.js";
import type { Shown } from "../operation.ts";

/** A unit as far as the shown answers contain it. */
interface Place {
  id: string;
  name: string;
  projectId: string;
}

/** The name of a task, with the name of its unit. */
export function taskName(shown: Shown, taskId: string): string {
  const { task, unit } = findTask(shown, taskId);
  if (task === undefined) return "A task";
  return unit === undefined ? task.name : `${task.name}, ${unit.name}`;
}

/** The address of the page of a task's unit. */
export function taskAddress(shown: Shown, taskId: string): string | null {
  return addressOf(findTask(shown, taskId).unit, "tasks");
}

/** The name of a unit; undefined when no shown answer contains it. */
export function unitName(shown: Shown, unitId: string): string | undefined {
  return findUnit(shown, unitId)?.name;
}

/** The page of a unit, at one of its tabs. */
export function unitAddress(shown: Shown, unitId: string, tab: string): string | null {
  return addressOf(findUnit(shown, unitId), tab);
}

/** The id of the unit in an address; null without one. */
export function unitAt(address: string | null): string | null {
  return new URLSearchParams(address?.split("?")[1]).get("unit");
}

function addressOf(unit: Place | undefined, tab: string): string | null {
  return unit === undefined ? null : `/projects/${unit.projectId}/units?unit=${unit.id}&tab=${tab}`;
}

function findUnit(shown: Shown, unitId: string): Place | undefined {
  const listed = shown.getAllQueries(api.units.list).flatMap(({ value }) => value ?? []);
  const alone = shown.getAllQueries(api.units.get).flatMap(({ value }) => value ?? []);
  return (
    [...listed, ...alone].find(({ id }) => id === unitId) ??
    groupsOf(shown).find(({ unit }) => unit.id === unitId)?.unit ??
    namesOf(shown).find(({ id }) => id === unitId)
  );
}

/** The units of which only the names are loaded. */
function namesOf(shown: Shown): Place[] {
  return shown
    .getAllQueries(api.units.names)
    .flatMap(({ args, value }) => value?.map((unit) => ({ ...unit, ...args })) ?? []);
}

function findTask(
  shown: Shown,
  taskId: string,
): { task?: { name: string }; unit?: Place | undefined } {
  for (const { value: tasks } of shown.getAllQueries(api.tasks.list)) {
    const task = tasks?.find(({ id }) => id === taskId);
    if (task) return { task, unit: findUnit(shown, task.unitId) };
  }
  for (const { unit, tasks } of groupsOf(shown)) {
    const task = tasks.find(({ id }) => id === taskId);
    if (task) return { task, unit };
  }
  return {};
}

/** The units with their tasks from loaded boards and day lists. */
function groupsOf(shown: Shown): { unit: Place; tasks: { id: string; name: string }[] }[] {
  const rows = shown.getAllQueries(api.board.page).flatMap(({ value }) => value?.rows ?? []);
  const days = shown.getAllQueries(api.myDay.mine).flatMap(({ value }) => {
    if (!value) return [];
    const { overdue, dueToday, nextSevenDays, blocked, noDate } = value;
    return [overdue, dueToday, nextSevenDays, blocked, noDate].flat();
  });
  return [...rows, ...days];
}
