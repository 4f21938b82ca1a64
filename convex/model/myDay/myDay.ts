import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { dayIn, dayMs, toIso } from "../../lib/dates.ts";
import { risks } from "../../rules/labels.ts";
import { compareNames } from "../../rules/urgency.ts";
import type { QueryCtx, Viewer } from "../context/context.ts";
import type { NameReader } from "../people/names.ts";
import { openWork, planOf, type UnitReader, unitReader } from "../projects/unitTurns.ts";
import { toTask, vTask } from "../tasks/tasks.ts";
import { type DayList, dayLists, type DayTask, listOf, tasksFor } from "./dayTasks.ts";

const nullableText = v.union(v.string(), v.null());

const vMyDayGroup = v.object({
  unit: v.object({
    id: v.id("units"),
    name: v.string(),
    projectId: v.id("projects"),
    projectName: v.string(),
    moveInDate: nullableText,
    readyByDate: nullableText,
    risk: literals(...risks),
  }),
  tasks: v.array(vTask),
});

const vGroups = v.array(vMyDayGroup);

export const vMyDay = v.object({
  today: v.string(),
  overdue: vGroups,
  dueToday: vGroups,
  nextSevenDays: vGroups,
  blocked: vGroups,
  noDate: vGroups,
});

type MyDayGroup = Infer<typeof vMyDayGroup>;

/** The viewer's tasks of the day. A task is in one list only; tasks are grouped by unit, nearest due date first. */
export async function readMyDay(ctx: QueryCtx & Viewer): Promise<Infer<typeof vMyDay>> {
  // The answer carries no money.
  const reader = await unitReader(ctx, false);
  const { today } = reader;
  const userId = ctx.viewer._id;
  const tasksByList = new Map<DayList, DayTask[]>(dayLists.map((list) => [list, []]));
  for (const found of await tasksFor(ctx, userId, today)) {
    const list = listOf(found, { userId, today });
    if (list !== null) tasksByList.get(list)?.push(found);
  }
  const groups = async (list: DayList) =>
    await groupByUnit(ctx, tasksByList.get(list) ?? [], reader);
  return {
    today: toIso((today.day + 0.5) * dayMs),
    overdue: await groups("overdue"),
    dueToday: await groups("dueToday"),
    nextSevenDays: await groups("nextSevenDays"),
    blocked: await groups("blocked"),
    noDate: await groups("noDate"),
  };
}

async function groupByUnit(
  ctx: QueryCtx,
  tasks: readonly DayTask[],
  reader: UnitReader,
): Promise<MyDayGroup[]> {
  const { timeZone, dueFrom } = reader.today;
  const dueDay = ({ dueDate }: Doc<"tasks">) =>
    dueDate === undefined ? Infinity : dayIn(timeZone, dueDate);
  const byUnit = new Map<string, DayTask[]>();
  for (const task of tasks) byUnit.set(task.unit._id, [...(byUnit.get(task.unit._id) ?? []), task]);
  const groups = Array.from(byUnit.values(), (members) => {
    const sorted = members.toSorted(
      (a, b) =>
        compareNumbers(dueDay(a.task), dueDay(b.task)) || a.task.sortOrder - b.task.sortOrder,
    );
    const [first] = sorted;
    return first === undefined ? [] : [{ first, sorted, nearest: dueDay(first.task) }];
  }).flat();
  groups.sort(
    (a, b) =>
      compareNumbers(a.nearest, b.nearest) || compareNames(a.first.unit.name, b.first.unit.name),
  );
  return await Promise.all(
    groups.map(async ({ first, sorted }) => ({
      unit: await toDayUnit(ctx, first, reader),
      tasks: await toTasks(sorted, { dueFrom, names: reader.names }),
    })),
  );
}

async function toDayUnit(ctx: QueryCtx, { unit, project }: DayTask, reader: UnitReader) {
  const plan = planOf(unit, await openWork(ctx, unit), reader);
  return {
    id: unit._id,
    name: unit.name,
    projectId: project._id,
    projectName: project.name,
    moveInDate: plan.moveInDate,
    readyByDate: plan.readyByDate,
    risk: plan.turn.risk,
  };
}

async function toTasks(tasks: readonly DayTask[], reader: { dueFrom: number; names: NameReader }) {
  return await Promise.all(tasks.map(async ({ task }) => await toTask(task, reader)));
}

/** Compares numbers; two infinite ones are equal. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
