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

/** A unit and a task of the day. A completed unit has no tasks on the day until it is reopened. */
type Placed = Pick<MyDayGroup, "unit"> & { task: Task; isUnitDone: boolean };
/** The unit and the task after a change. */
export type Change = (before: Placed) => Placed;

/** The tasks that changes have taken off a day. The next change may be a correction, which brings them back. */
const takenOff = new WeakMap<MyDay, readonly Placed[]>();

/** Shows changed tasks at once in their lists of the day; a completed one leaves them. */
export function replaceInMyDay(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  { clock, change }: { clock: Clock; change: (task: Task) => Task },
): void {
  for (const { args, value: day } of store.getAllQueries(api.myDay.mine)) {
    if (!day) continue;
    const changeOf: Change = (before) =>
      ids.has(before.task.id) ? { ...before, task: change(before.task) } : before;
    const listOf: ListOf = ({ task: before }, { task }, list) => {
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

/** The list of a task after a change; `list` is the one before, null for a task that was taken off the day. */
export type ListOf = (before: Placed, after: Placed, list: DayList | null) => DayList | null;

/** The day with each task changed and in its list. Groups without a change stay the same objects. */
export function rearranged(
  before: MyDay,
  { changeOf, listOf, clock }: { changeOf: Change; listOf: ListOf; clock: Clock },
): MyDay {
  const moved: { list: DayList; changed: Placed }[] = [];
  const off: Placed[] = [];
  const place = (placed: Placed, list: DayList | null) => {
    const changed = changeOf(placed);
    const to = changed.isUnitDone ? null : listOf(placed, changed, list);
    if (to === null) off.push(changed);
    else if (to === list) return [changed];
    else moved.push({ list: to, changed });
    return [];
  };
  const stay = (list: DayList) =>
    before[list].flatMap((group) => {
      const { unit: before } = group;
      const tasks = group.tasks.flatMap((task) =>
        place({ unit: before, task, isUnitDone: false }, list),
      );
      const [first] = tasks;
      if (first === undefined) return [];
      const isSame = ({ unit, task }: Placed, at: number) =>
        unit === group.unit && task === group.tasks[at];
      if (tasks.length === group.tasks.length && tasks.every(isSame)) return [group];
      return [{ ...group, unit: first.unit, tasks: tasks.map(({ task }) => task) }];
    });
  const day = { ...before };
  for (const list of DAY_LISTS) day[list] = stay(list);
  for (const placed of takenOff.get(before) ?? []) place(placed, null);
  takenOff.set(day, off);
  for (const { list, changed } of moved) day[list] = withTask(day[list], changed, clock);
  return day;
}

/** The groups of a list with one more task, in the order of the server. */
function withTask(
  groups: readonly MyDayGroup[],
  { unit, task }: Placed,
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
