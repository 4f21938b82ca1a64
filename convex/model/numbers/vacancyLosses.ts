import type { Doc, Id } from "../../_generated/dataModel.js";
import { lossWithin, monthOf } from "../../rules/turn.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { readToday, type Today } from "../context/today.ts";
import { withTrash } from "../context/trashMarks.ts";

/** The days that a row tells of, and how many of them may be left when the job makes it anew. */
const daysInRow = 21;
const fewDays = 7;
/** Units that one transaction of the job adds up, unless a single project has more: it has at most 5,000. */
const unitsPerStep = 1000;

type Plan = Parameters<typeof lossWithin>[0];
type PlannedUnit = Plan & Pick<Doc<"units">, "projectId">;
type Losses = Doc<"vacancyLosses">;

/** Collects what a transaction changes of the vacancy of projects, and adds it to their losses at its end. */
export class VacancyLossChanges {
  readonly #projects = new Map<Id<"projects">, Map<string, { plan: Plan; count: number }>>();

  /** A unit with this plan is there now (+1) or no longer (-1). */
  unit(unit: PlannedUnit, sign: 1 | -1): void {
    const { projectId, moveOutDate, moveInDate, monthlyRent } = unit;
    if (moveOutDate === undefined || monthlyRent === undefined) return;
    const plans = this.#projects.get(projectId) ?? new Map<string, { plan: Plan; count: number }>();
    this.#projects.set(projectId, plans);
    const key = `${moveOutDate} ${moveInDate} ${monthlyRent}`;
    plans.set(key, { plan: unit, count: (plans.get(key)?.count ?? 0) + sign });
  }

  /** Ticks change no plan: they read and write no row. */
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

/** Begins to keep the losses of a project that has no units yet. */
export async function beginLosses(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const { day: firstDay } = await readToday(ctx);
  const cents = Array.from({ length: daysInRow }, () => 0);
  await ctx.db.insert("vacancyLosses", { projectId, firstDay, cents });
}

/** Deletes the losses of a project that is deleted. */
export async function deleteLosses(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const row = await rowOf(ctx, projectId);
  if (row !== null) await ctx.db.delete("vacancyLosses", row._id);
}

/** The cents that vacancy in the units of these projects costs in this month up to today. */
export async function lossOfProjects(
  ctx: QueryCtx,
  projects: readonly Doc<"projects">[],
  { day }: Today,
): Promise<number> {
  const rows = new Map<Id<"projects">, Losses>();
  // One small row a project; by project they would cost an index range each.
  for await (const row of ctx.db.query("vacancyLosses")) rows.set(row.projectId, row);
  let cents = 0;
  for (const { _id } of projects) {
    const row = rows.get(_id);
    cents += row?.cents[day - row.firstDay] ?? (await countedLoss(ctx, _id, [day]))[0] ?? 0;
  }
  return cents;
}

/**
 * One step of making the losses that are missing, or that end soon, from the units: projects created after a moment. Null when
 * no project is left, else the moment from which the next step goes on.
 */
export async function keepLosses(ctx: MutationCtx, after: number): Promise<number | null> {
  const { day } = await readToday(ctx);
  let [last, units] = [after, 0];
  // Those in the trash may come back.
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

/** The cents of a project on each of these days, counted from its units. */
async function countedLoss(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  days: readonly number[],
): Promise<number[]> {
  const cents = days.map(() => 0);
  const units = ctx.db.query("units").withIndex("projectId", (q) => q.eq("projectId", projectId));
  // A project has at most 5,000 units.
  for await (const unit of units)
    for (const [at, day] of days.entries()) cents[at] = (cents[at] ?? 0) + lossOn(unit, day);
  return cents;
}

/** The cents that a unit loses in the month of a day up to that day. */
function lossOn(plan: Plan, day: number): number {
  return lossWithin(plan, day, monthOf(day));
}

async function rowOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Losses | null> {
  return await ctx.db
    .query("vacancyLosses")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .unique();
}
