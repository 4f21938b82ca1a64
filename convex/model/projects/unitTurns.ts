import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { dayIn, toIso } from "../../lib/dates.ts";
import { toHours, toMoney } from "../../rules/money.ts";
import { risks } from "../../rules/labels.ts";
import { type Calendar, turnFigures } from "../../rules/turn.ts";
import { compareNames } from "../../rules/urgency.ts";
import { vBlockedReason } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";
import { readToday, type Today } from "../context/today.ts";
import { type NameReader, nameReader } from "../people/names.ts";
import { openTasks, type OpenWork, openWorkOf, wholeWork } from "../numbers/openWork.ts";

const nullableText = v.union(v.string(), v.null());
const nullableNumber = v.union(v.number(), v.null());

export const vTurn = v.object({
  daysVacant: nullableNumber,
  turnDays: nullableNumber,
  daysToReadyBy: nullableNumber,
  daysToMoveIn: nullableNumber,
  openHours: v.number(),
  risk: literals(...risks),
  blockedTasks: v.number(),
  monthlyRent: nullableNumber,
  vacancyLoss: nullableNumber,
});

/** The fields of a unit's answer about its dates, its rent and its open tasks. */
export const unitPlanFields = {
  moveOutDate: nullableText,
  readyByDate: nullableText,
  moveInDate: nullableText,
  monthlyRent: nullableNumber,
  turn: vTurn,
  overdueTasks: v.number(),
  /** The number of open tasks that are overdue or due up to the day after tomorrow. */
  jeopardyTasks: v.number(),
  /** The earliest due date of the open tasks that are not overdue. */
  nextDueDate: nullableText,
  /** The reason of the unit's own block; without one, that of the open task that has been blocked longest. */
  waitingFor: v.union(vBlockedReason, v.null()),
};

/** The names of the people who have open tasks of a unit. */
export const vGivenTo = v.array(v.string());

/** The context for unit answers: the company day, the caller's permission to see money, and a reader of names. */
export type UnitReader = { today: Today; money: boolean; names: NameReader };

export async function unitReader(ctx: QueryCtx, money: boolean): Promise<UnitReader> {
  return { today: await readToday(ctx), money, names: nameReader(ctx) };
}

/** The open work of a unit. For a row of an earlier version it is computed from the tasks. */
export async function openWork(ctx: QueryCtx, unit: Doc<"units">): Promise<OpenWork> {
  return wholeWork(unit) ?? (await openWorkOf(ctx, unit._id));
}

/** The names of the people with open tasks of a unit, most tasks first. */
export async function givenTo(
  ctx: QueryCtx,
  { people }: OpenWork,
  names: NameReader,
): Promise<string[]> {
  const named = await Promise.all(
    people.map(async ({ person, tasks }) => {
      const userId = ctx.db.normalizeId("users", person);
      const memberId = ctx.db.normalizeId("teamMembers", person);
      const name =
        (await names.user(userId ?? undefined)) ?? (await names.member(memberId ?? undefined));
      return name === null ? [] : [{ name, tasks }];
    }),
  );
  return named
    .flat()
    .sort((a, b) => b.tasks - a.tasks || compareNames(a.name, b.name))
    .map(({ name }) => name);
}

/** The dates, the rent and the turn of a unit; money is null for a reader who may not see it. */
export function planOf(unit: Doc<"units">, work: OpenWork, { today, money }: UnitReader) {
  const tasks = openTasks(work, today.dueFrom);
  const { vacancyLoss, ...days } = turnFigures(unit, tasks, calendarOf(today));
  const rent = money ? toMoney(unit.monthlyRent) : null;
  return {
    moveOutDate: toIso(unit.moveOutDate),
    readyByDate: toIso(unit.readyByDate),
    moveInDate: toIso(unit.moveInDate),
    monthlyRent: rent,
    turn: {
      ...days,
      openHours: toHours(work.hours),
      blockedTasks: tasks.blocked,
      monthlyRent: rent,
      vacancyLoss: money ? toMoney(vacancyLoss) : null,
    },
    overdueTasks: tasks.overdue,
    jeopardyTasks: openTasks(work, today.jeopardyEnd).overdue,
    nextDueDate: toIso(work.due[tasks.overdue]),
    waitingFor: unit.blockedReason ?? work.blocks[0]?.reason ?? null,
  };
}

/** The company's calendar with this day as today. */
export function calendarOf({ day, timeZone }: Today): Calendar {
  return { day, dayOf: (moment) => dayIn(timeZone, moment) };
}
