import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { turnFigures } from "../../rules/turn.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { readToday, type Today } from "../context/today.ts";
import { openTasks, type OpenWork, openWorkOfAll } from "../numbers/openWork.ts";
import {
  alarmedUnits,
  unitsDue,
  unitsJustAlarmed,
  unitsOfProjectWithoutAlarm,
} from "../numbers/unitAlarms.ts";
import { maxUnits } from "./units.ts";
import { calendarOf } from "./unitTurns.ts";

/**
 * The maximum number of units that wait for the job of the day: after midnight all whose date has passed.
 */
const maxWaiting = 30_000;
/** The maximum size of the units that are read, some of them twice, and of the tasks that are counted. */
const maxUnitBytes = 10 * 2 ** 20;
const maxTaskBytes = 3 * 2 ** 20;

/**
 * The numbers of a project's units that are late or at risk, of its overdue tasks, and its next due date. It reads the
 * units that need attention, one more, and all units that wait for the job of the day. When those have more text than a
 * query may read, the numbers count the first of them.
 */
export async function projectAlarms(ctx: QueryCtx, projectId: Id<"projects">) {
  const today = await readToday(ctx);
  const all = { today, limit: maxUnits, room: new ListRoom(maxUnitBytes) };
  const next = await unitsDue(ctx, projectId, { ...all, isOverdue: false, limit: 1 });
  const late = await alarmedUnits(ctx, projectId, { ...all, kind: "late" });
  const atRisk = await alarmedUnits(ctx, projectId, { ...all, kind: "at_risk" });
  const overdue = await unitsDue(ctx, projectId, { ...all, isOverdue: true });
  const unknown = await unitsOfProjectWithoutAlarm(ctx, projectId, all);
  const alarmed = await unitsJustAlarmed(ctx, today, { ...all, limit: maxWaiting });
  const waiting = alarmed.filter((unit) => unit.projectId === projectId);
  const room = new ListRoom(maxTaskBytes);
  const withoutAlarm = await openWorkOfAll(ctx, unknown, room);
  const risks = risksOf([...withoutAlarm, ...(await openWorkOfAll(ctx, waiting, room))], today);
  const due = await openWorkOfAll(ctx, [...overdue, ...next], room);
  return {
    unitsLate: late.length + risks.filter((risk) => risk === "late").length,
    unitsAtRisk: atRisk.length + risks.filter((risk) => risk === "at_risk").length,
    ...dueTasks([...withoutAlarm, ...due], today),
  };
}

type UnitWork = { unit: Doc<"units">; work: OpenWork };

function risksOf(units: readonly UnitWork[], today: Today) {
  return units.map(({ unit, work }) => {
    const tasks = openTasks(work, today.dueFrom);
    return turnFigures(unit, tasks, calendarOf(today)).risk;
  });
}

function dueTasks(units: readonly UnitWork[], today: Today) {
  let [overdueTasks, next] = [0, Infinity];
  for (const { work } of units) {
    const { overdue } = openTasks(work, today.dueFrom);
    overdueTasks += overdue;
    next = Math.min(next, work.due[overdue] ?? Infinity);
  }
  return { overdueTasks, nextDueDate: next === Infinity ? null : toIso(next) };
}
