import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { turnFigures } from "../../rules/turn.ts";
import type { QueryCtx } from "../context/context.ts";
import { readToday, type Today } from "../context/today.ts";
import { openTasks } from "../numbers/openWork.ts";
import {
  alarmedUnits,
  unitsDue,
  unitsJustAlarmed,
  unitsWithoutAlarm,
} from "../numbers/unitAlarms.ts";
import { maxUnits } from "./units.ts";
import { calendarOf, openWork } from "./unitTurns.ts";

/**
 * The maximum number of units that wait for the job of the day: after midnight all whose date has passed, after a
 * change of the time zone all units.
 */
const maxWaiting = 30_000;

/**
 * The numbers of a project's units that are late or at risk, of its overdue tasks, and its next due date. It reads the
 * units that need attention, one more, and all units that wait for the job of the day.
 */
export async function projectAlarms(ctx: QueryCtx, projectId: Id<"projects">) {
  const today = await readToday(ctx);
  const ofProject = (unit: Doc<"units">) => unit.projectId === projectId;
  const unknown = (await unitsWithoutAlarm(ctx, today, maxWaiting)).filter(ofProject);
  const waiting = (await unitsJustAlarmed(ctx, today, maxWaiting)).filter(ofProject);
  const [late, atRisk] = [
    await alarmedUnits(ctx, projectId, { kind: "late", today, limit: maxUnits }),
    await alarmedUnits(ctx, projectId, { kind: "at_risk", today, limit: maxUnits }),
  ];
  const risks = await risksOf(ctx, [...unknown, ...waiting], today);
  const due = [
    ...unknown,
    ...(await unitsDue(ctx, projectId, { isOverdue: true, today, limit: maxUnits })),
    ...(await unitsDue(ctx, projectId, { isOverdue: false, today, limit: 1 })),
  ];
  return {
    unitsLate: late.length + risks.filter((risk) => risk === "late").length,
    unitsAtRisk: atRisk.length + risks.filter((risk) => risk === "at_risk").length,
    ...(await dueTasks(ctx, due, today)),
  };
}

async function risksOf(ctx: QueryCtx, units: readonly Doc<"units">[], today: Today) {
  const risks = units.map(async (unit) => {
    const tasks = openTasks(await openWork(ctx, unit), today.startOfDay);
    return turnFigures(unit, tasks, calendarOf(today)).risk;
  });
  return await Promise.all(risks);
}

async function dueTasks(ctx: QueryCtx, units: readonly Doc<"units">[], today: Today) {
  let [overdueTasks, next] = [0, Infinity];
  for (const unit of units) {
    const work = await openWork(ctx, unit);
    const { overdue } = openTasks(work, today.startOfDay);
    overdueTasks += overdue;
    next = Math.min(next, work.due[overdue] ?? Infinity);
  }
  return { overdueTasks, nextDueDate: next === Infinity ? null : toIso(next) };
}
