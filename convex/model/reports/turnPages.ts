import { v } from "convex/values";
import { vUnitStatus } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";
import { openWork, planOf, unitPlanFields, unitReader, vTurn } from "../projects/unitTurns.ts";
import { listTasks } from "../tasks/tasks.ts";
import { hoursOf, next, pageOf, unitFields } from "./reportPages.ts";
import type { Scope } from "./reportUnits.ts";

const { moveOutDate, readyByDate, moveInDate } = unitPlanFields;

export const vTurnPage = v.object({
  parts: v.array(
    v.object({
      ...unitFields,
      status: vUnitStatus,
      ...{ moveOutDate, readyByDate, moveInDate },
      turn: vTurn,
      totalTasks: v.number(),
      completedTasks: v.number(),
      /** Both are of this part; a unit with very many time entries has a part on several pages. */
      estimatedHours: v.number(),
      actualHours: v.number(),
    }),
  ),
  next,
});

/** A page of the turn status report, which `toTurnStatus` makes of all of them. */
export async function turnPage(ctx: QueryCtx, scope: Scope, money: boolean) {
  const reader = await unitReader(ctx, money);
  return await pageOf(ctx, scope, async ({ unit, reading, afterEntry }) => {
    const tasks = afterEntry === undefined ? await listTasks(ctx, unit._id) : [];
    for (const task of tasks) reading.add(task);
    const hours = await hoursOf(ctx, { unit, reading, afterEntry });
    const plan = planOf(unit, await openWork(ctx, unit), reader);
    const content = {
      status: unit.status,
      moveOutDate: plan.moveOutDate,
      readyByDate: plan.readyByDate,
      moveInDate: plan.moveInDate,
      turn: plan.turn,
      totalTasks: unit.totalTasks,
      completedTasks: unit.completedTasks,
      estimatedHours: tasks.reduce((sum, task) => sum + (task.estimatedHours ?? 0), 0),
      actualHours: hours.sum,
    };
    return { content, entry: hours.lastEntry };
  });
}
