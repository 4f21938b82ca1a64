import type { Doc, Id } from "../../_generated/dataModel.js";
import { lossWithin, monthOf } from "../../rules/turn.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { readToday, type Today } from "../context/today.ts";
import { withTrash } from "../context/trashMarks.ts";
import { roomOfStep } from "./unitSteps.ts";

/** The number of days in a row, and the number of remaining days at which the job renews the row. */
const daysInRow = 21;
const fewDays = 7;
/**
 * The maximum number of units in one transaction of the job. A single larger project is added up at once; it has at
 * most 5,000 units.
 */
const unitsPerStep = 1000;

type Plan = Parameters<typeof lossWithin>[0];
type PlannedUnit = Plan & Pick<Doc<"units">, "projectId">;
type Losses = Doc<"vacancyLosses">;

/**
 * Collects the changes that a transaction makes to the vacancy of projects, and adds them to the stored losses at the
 * end.
 */
export class VacancyLossChanges {
  readonly #projects = new Map<Id<"projects">, Map<string, { plan: Plan; count: number }>>();

  /** Adds (+1) or subtracts (-1) a unit with this plan. */
  unit(unit: PlannedUnit, sign: 1 | -1): void {
    const { projectId, moveOutDate, moveInDate, monthlyRent } = unit;
    if (moveOutDate === undefined || monthlyRent === undefined) return;
    const plans = this.#projects.get(projectId) ?? new Map<string, { plan: Plan; count: number }>();
    this.#projects.set(projectId, plans);
    const key = `${moveOutDate} ${moveInDate} ${monthlyRent}`;
    plans.set(key, { plan: unit, count: (plans.get(key)?.count ?? 0) + sign });
  }

  /** Writes the collected changes. A ticked task changes no plan, so it reads and writes no row here. */
  async apply(ctx: MutationCtx): Promise<void> {
    for (const [projectId, plans] of this.#projects) {
      const changed = [...plans.values()].filter(({ count }) => count !== 0);
      const row = changed.length === 0 ? null : await rowOf(ctx, projectId);
      if (row === null) continue;
      const cents = row.cents.map((before, at) =>
        changed.reduce(
          (sum, { plan, count }) => sum + count * lossOn(plan, row.firstDay + at),
          before,
        ),
      );
      await ctx.db.patch("vacancyLosses", row._id, { cents });
    }
  }
}

/** Inserts the losses of a new project without units. */
export async function beginLosses(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const { day: firstDay } = await readToday(ctx);
  const cents = Array.from({ length: daysInRow }, () => 0);
  await ctx.db.insert("vacancyLosses", { projectId, firstDay, cents });
}

/** Deletes the losses of a deleted project. */
export async function deleteLosses(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const row = await rowOf(ctx, projectId);
  if (row !== null) await ctx.db.delete("vacancyLosses", row._id);
}

/** The cost of vacancy in these projects in this month up to today, in cents. */
export async function lossOfProjects(
  ctx: QueryCtx,
  projects: readonly Doc<"projects">[],
  { day }: Today,
): Promise<number> {
  const rows = new Map<Id<"projects">, Losses>();
  // All rows are read in one range: one small row for each project is cheaper than one index range for each.
  for await (const row of ctx.db.query("vacancyLosses")) rows.set(row.projectId, row);
  let cents = 0;
  for (const { _id } of projects) {
    const row = rows.get(_id);
    cents += row?.cents[day - row.firstDay] ?? (await countedLoss(ctx, _id, [day]))[0] ?? 0;
  }
  return cents;
}

/**
 * Runs one step of the job that computes losses which are missing or end soon; it begins with projects created after
 * `after`. Returns null when no project is left, otherwise the value of `after` for the next step.
 */
export async function keepLosses(ctx: MutationCtx, after: number): Promise<number | null> {
  const { day } = await readToday(ctx);
  const room = roomOfStep();
  let [last, units] = [after, 0];
  // Projects in the trash are included, because they may be restored.
  const projects = withTrash(ctx)
    .db.query("projects")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after));
  for await (const project of projects) {
    const row = await rowOf(ctx, project._id);
    if (row === null || !isLongEnough(row, day)) {
      if (units > 0 && units + project.unitCount > unitsPerStep) return last;
      units += project.unitCount;
      await makeRow(ctx, project._id, { row, day });
    }
    last = project._creationTime;
    room.count(project);
    if (room.isFull) return last;
  }
  return null;
}

function isLongEnough({ firstDay, cents }: Losses, day: number): boolean {
  return firstDay <= day && firstDay + cents.length - day > fewDays;
}

async function makeRow(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { row, day: firstDay }: { row: Losses | null; day: number },
): Promise<void> {
  const days = Array.from({ length: daysInRow }, (_, at) => firstDay + at);
  const losses = { projectId, firstDay, cents: await countedLoss(ctx, projectId, days) };
  if (row === null) await ctx.db.insert("vacancyLosses", losses);
  else await ctx.db.replace("vacancyLosses", row._id, losses);
}

/** The losses of a project on each of these days in cents, computed from its units. */
async function countedLoss(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  days: readonly number[],
): Promise<number[]> {
  const cents = days.map(() => 0);
  const units = ctx.db.query("units").withIndex("projectId", (q) => q.eq("projectId", projectId));
  // The loop is bounded: a project has at most 5,000 units.
  for await (const unit of units)
    for (const [at, day] of days.entries()) cents[at] = (cents[at] ?? 0) + lossOn(unit, day);
  return cents;
}

/** The loss of a unit from the start of a day's month up to that day, in cents. */
function lossOn(plan: Plan, day: number): number {
  return lossWithin(plan, day, monthOf(day));
}

async function rowOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Losses | null> {
  return await ctx.db
    .query("vacancyLosses")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .unique();
}
