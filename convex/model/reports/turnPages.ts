import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import type { ReportBlock } from "../../rules/reports.ts";
import { vUnitStatus } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";
import type { OpenWork } from "../numbers/openWork.ts";
import { openWork, planOf, unitPlanFields, unitReader, vTurn } from "../projects/unitTurns.ts";
import { listTasks } from "../tasks/tasks.ts";
import { hoursOf, next, pageOf, unitFields, vReportBlock } from "./reportPages.ts";
import type { Scope } from "./reportUnits.ts";

const { moveOutDate, readyByDate, moveInDate } = unitPlanFields;

export const vTurnPage = v.object({
  parts: v.array(
    v.object({
      ...unitFields,
      status: vUnitStatus,
      ...{ moveOutDate, readyByDate, moveInDate },
      turn: vTurn,
      blocks: v.array(vReportBlock),
      totalTasks: v.number(),
      completedTasks: v.number(),
      /** Hours of this part only: a unit with very many time entries has parts on several pages. */
      estimatedHours: v.number(),
      actualHours: v.number(),
    }),
  ),
  next,
});

/** A page of the turn status report; `toTurnStatus` makes the report of all pages. */
export async function turnPage(ctx: QueryCtx, scope: Scope, money: boolean) {
  const reader = await unitReader(ctx, money);
  return await pageOf(ctx, scope, async ({ unit, reading, afterEntry }) => {
    const tasks = afterEntry === undefined ? await listTasks(ctx, unit._id) : [];
    for (const task of tasks) reading.add(task);
    const hours = await hoursOf(ctx, { unit, reading, afterEntry });
    const work = await openWork(ctx, unit);
    const plan = planOf(unit, work, reader);
    const content = {
      status: unit.status,
      moveOutDate: plan.moveOutDate,
      readyByDate: plan.readyByDate,
      moveInDate: plan.moveInDate,
      turn: plan.turn,
      blocks: blocksOf(unit, work),
      totalTasks: unit.totalTasks,
      completedTasks: unit.completedTasks,
      estimatedHours: tasks.reduce((sum, task) => sum + (task.estimatedHours ?? 0), 0),
      actualHours: hours.sum,
    };
    return { content, entry: hours.lastEntry };
  });
}

/** The unit's own block and those of its open tasks: one for each reason, oldest first. */
function blocksOf(unit: Doc<"units">, work: OpenWork): ReportBlock[] {
  const own =
    unit.blockedReason === undefined
      ? []
      : [{ reason: unit.blockedReason, at: unit.blockedAt ?? unit._creationTime }];
  const oldestFirst = [...own, ...work.blocks].sort(
    (a, b) => a.at - b.at || (a.reason < b.reason ? -1 : 1),
  );
  const sinceByReason = new Map<ReportBlock["reason"], string>();
  for (const { reason, at } of oldestFirst) {
    if (!sinceByReason.has(reason)) sinceByReason.set(reason, new Date(at).toISOString());
  }
  return [...sinceByReason].map(([reason, since]) => ({ reason, since }));
}
