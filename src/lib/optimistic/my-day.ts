import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { calendarAt } from "../../../convex/rules/calendar.ts";
import { compareNames } from "../../../convex/rules/urgency.ts";
import type { Task } from "./task-change.ts";
import type { Clock } from "./turn-change.ts";

type MyDay = FunctionReturnType<typeof api.myDay.mine>;
type MyDayGroup = MyDay["overdue"][number];
export type DayList = Exclude<keyof MyDay, "today">;

const DAY_LISTS = ["overdue", "dueToday", "nextSevenDays", "blocked", "noDate"] as const;

const DAYS_AHEAD = 7;

/** The unit and the task after a change; null when no later change brings them back. */
type Changed = Pick<MyDayGroup, "unit"> & { task: Task };
export type Change = (unit: MyDayGroup["unit"], task: Task) => Changed | null;

/** The tasks that changes have taken off a day. The next change may be a correction, which brings them back. */
const takenOff = new WeakMap<MyDay, readonly Changed[]>();

/** Shows changed tasks at once in their lists of the day; a completed one leaves them. */
export function replaceInMyDay(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  { clock, change }: { clock: Clock; change: (task: Task) => Task },
): void {
  for (const { args, value: day } of store.getAllQueries(api.myDay.mine)) {
    if (!day) continue;
    const changeOf: Change = (unit, task) => ({
      unit,
      task: ids.has(task.id) ? change(task) : task,
    });
    const listOf = (before: Task, task: Task, list: DayList | null): DayList | null => {
      if (task.baseStatus === "completed") return null;
      const isReopened = before.baseStatus === "completed";
      const isMoved =
        before.blockedReason !== task.blockedReason || before.dueDate !== task.dueDate;
      if (!isReopened && !isMoved) return list;
      const mayBeBlocked = list === "blocked" || list === null;
      const isUnitBlocked = mayBeBlocked && unitsBlocked(day).has(task.unitId);
      return isUnitBlocked ? "blocked" : listOfTask(task, clock);
    };
    store.setQuery(api.myDay.mine, args, rearranged(day, { changeOf, listOf, clock }));
  }
}

/** The units that are blocked themselves: a task of them that is not blocked stands among the blocked ones. */
function unitsBlocked({ blocked }: MyDay): ReadonlySet<string> {
  const groups = blocked.filter(({ tasks }) =>
    tasks.some(({ blockedReason }) => blockedReason === null),
  );
  return new Set(groups.map(({ unit }): string => unit.id));
}

/** The list of a task whose unit is not blocked, by the rules of the server; null for a task that is due later. */
export function listOfTask(task: Task, { now, timeZone }: Clock): DayList | null {
  if (task.blockedReason !== null) return "blocked";
  if (task.status === "overdue") return "overdue";
  if (task.dueDate === null) return task.assignedToId === null ? null : "noDate";
  const { day, dayOf } = calendarAt(now, timeZone);
  const days = dayOf(Date.parse(task.dueDate)) - day;
  if (days > DAYS_AHEAD) return null;
  return days <= 0 ? "dueToday" : "nextSevenDays";
}

/** The day with each task changed and in its list. Groups without a change stay the same objects. */
export function rearranged(
  before: MyDay,
  {
    changeOf,
    listOf,
    clock,
  }: {
    changeOf: Change;
    /** The list of a task after a change; `list` is the one before, null for a task that was taken off the day. */
    listOf: (before: Task, task: Task, list: DayList | null) => DayList | null;
    clock: Clock;
  },
): MyDay {
  const moved: { list: DayList; changed: Changed }[] = [];
  const off: Changed[] = [];
  const place = (unit: MyDayGroup["unit"], task: Task, list: DayList | null) => {
    const changed = changeOf(unit, task);
    if (changed === null) return [];
    const to = listOf(task, changed.task, list);
    if (to === null) off.push(changed);
    else if (to === list) return [changed];
    else moved.push({ list: to, changed });
    return [];
  };
  const stay = (list: DayList) =>
    before[list].flatMap((group) => {
      const tasks = group.tasks.flatMap((task) => place(group.unit, task, list));
      const [first] = tasks;
      if (first === undefined) return [];
      const isSame = ({ unit, task }: Changed, at: number) =>
        unit === group.unit && task === group.tasks[at];
      if (tasks.length === group.tasks.length && tasks.every(isSame)) return [group];
      return [{ ...group, unit: first.unit, tasks: tasks.map(({ task }) => task) }];
    });
  const day = { ...before };
  for (const list of DAY_LISTS) day[list] = stay(list);
  for (const { unit, task } of takenOff.get(before) ?? []) place(unit, task, null);
  takenOff.set(day, off);
  for (const { list, changed } of moved) day[list] = withTask(day[list], changed, clock);
  return day;
}

/** The groups of a list with one more task, in the order of the server. */
function withTask(
  groups: readonly MyDayGroup[],
  { unit, task }: Changed,
  { now, timeZone }: Clock,
): MyDayGroup[] {
  const { dayOf } = calendarAt(now, timeZone);
  const dueDay = (each: Task | undefined) =>
    each?.dueDate == null ? Number.MAX_SAFE_INTEGER : dayOf(Date.parse(each.dueDate));
  const known = groups.find((group) => group.unit.id === unit.id);
  const tasks = [...(known?.tasks ?? []), task].sort(
    (a, b) => dueDay(a) - dueDay(b) || a.sortOrder - b.sortOrder,
  );
  return [...groups.filter((group) => group !== known), { unit, tasks }].sort(
    (a, b) => dueDay(a.tasks[0]) - dueDay(b.tasks[0]) || compareNames(a.unit.name, b.unit.name),
  );
}
