import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { toMoney } from "../../rules/money.ts";
import { lossWithin, monthOf, promisedMoment } from "../../rules/turn.ts";
import { compareNames } from "../../rules/urgency.ts";
import type { QueryCtx } from "../context/context.ts";
import { listUnits } from "../projects/units.ts";
import {
  givenTo,
  openWork,
  planOf,
  unitPlanFields,
  unitReader,
  type UnitReader,
  vGivenTo,
} from "../projects/unitTurns.ts";

/** The dashboard names this many units. */
const maxUnitsAtRisk = 8;

const nullableNumber = v.union(v.number(), v.null());

export const vRiskAnalytics = v.object({
  unitsAtRisk: v.array(
    v.object({
      unitId: v.id("units"),
      unitName: v.string(),
      projectId: v.id("projects"),
      projectName: v.string(),
      risk: literals("late", "at_risk"),
      date: v.string(),
      daysVacant: nullableNumber,
      daysToReadyBy: nullableNumber,
      daysToMoveIn: nullableNumber,
      openHours: v.number(),
      blockedTasks: v.number(),
      overdueTasks: v.number(),
      waitingFor: unitPlanFields.waitingFor,
      givenTo: vGivenTo,
    }),
  ),
  vacancyLossThisMonth: nullableNumber,
});

/** The units of active projects that are late or at risk, and for those who may see it what vacancy costs this month. */
export async function riskAnalytics(ctx: QueryCtx, money: boolean) {
  const reader = await unitReader(ctx, money);
  const month = monthOf(reader.today.day);
  const unitsAtRisk: UnitAtRisk[] = [];
  let cents = 0;
  for await (const project of ctx.db.query("projects").withIndex("createdAt")) {
    if (project.status !== "active") continue;
    for (const unit of await listUnits(ctx, project._id)) {
      if (money) cents += lossWithin(unit, reader.today.day, month);
      const found = await unitAtRisk(ctx, { unit, project, reader });
      if (found !== null) unitsAtRisk.push(found);
    }
  }
  unitsAtRisk.sort(compare);
  const told = unitsAtRisk.slice(0, maxUnitsAtRisk).map(async ({ work, ...unit }) => ({
    ...unit,
    givenTo: await givenTo(ctx, work, reader.names),
  }));
  return {
    unitsAtRisk: await Promise.all(told),
    vacancyLossThisMonth: money ? toMoney(cents) : null,
  };
}

type UnitAtRisk = NonNullable<Awaited<ReturnType<typeof unitAtRisk>>>;

async function unitAtRisk(
  ctx: QueryCtx,
  { unit, project, reader }: { unit: Doc<"units">; project: Doc<"projects">; reader: UnitReader },
) {
  const promised = promisedMoment(unit);
  if (promised === null || unit.status === "completed") return null;
  const work = await openWork(ctx, unit);
  const { turn, overdueTasks, waitingFor } = planOf(unit, work, reader);
  const { risk, daysVacant, daysToReadyBy, daysToMoveIn, openHours, blockedTasks } = turn;
  if (risk !== "late" && risk !== "at_risk") return null;
  return {
    unitId: unit._id,
    unitName: unit.name,
    projectId: project._id,
    projectName: project.name,
    risk,
    date: toIso(promised),
    ...{ daysVacant, daysToReadyBy, daysToMoveIn, openHours },
    ...{ blockedTasks, overdueTasks, waitingFor, work },
  };
}

/** Late first, then at risk; then the earliest date, then the name. */
function compare(a: UnitAtRisk, b: UnitAtRisk): number {
  return (
    Number(b.risk === "late") - Number(a.risk === "late") ||
    Date.parse(a.date) - Date.parse(b.date) ||
    compareNames(a.unitName, b.unitName)
  );
}
