import { api } from "../../../../convex/_generated/api.js";
import type { Shown } from "../operation.ts";

/** A unit as far as something on the screen tells of it. */
interface Place {
  id: string;
  name: string;
  projectId: string;
}

/** A task by its name and that of its unit. */
export function taskName(shown: Shown, taskId: string): string {
  const { task, unit } = findTask(shown, taskId);
  if (task === undefined) return "A task";
  return unit === undefined ? task.name : `${task.name}, ${unit.name}`;
}

/** The page of the unit of a task. */
export function taskAddress(shown: Shown, taskId: string): string | null {
  return addressOf(findTask(shown, taskId).unit, "tasks");
}

/** A unit by its name; undefined when nothing on the screen tells of it. */
export function unitName(shown: Shown, unitId: string): string | undefined {
  return findUnit(shown, unitId)?.name;
}

/** The page of a unit, at one of its tabs. */
export function unitAddress(shown: Shown, unitId: string, tab: string): string | null {
  return addressOf(findUnit(shown, unitId), tab);
}

/** The unit at whose page something was done; null for other pages. */
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

/** The units of projects of which only the names are shown. */
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

/** The units with their tasks that boards and lists of the day show. */
function groupsOf(shown: Shown): { unit: Place; tasks: { id: string; name: string }[] }[] {
  const rows = shown.getAllQueries(api.board.page).flatMap(({ value }) => value?.rows ?? []);
  const days = shown.getAllQueries(api.myDay.mine).flatMap(({ value }) => {
    if (!value) return [];
    const { overdue, dueToday, nextSevenDays, blocked, noDate } = value;
    return [overdue, dueToday, nextSevenDays, blocked, noDate].flat();
  });
  return [...rows, ...days];
}
