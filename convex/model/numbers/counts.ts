import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { TurnSplitChanges } from "./turnSplits.ts";
import { UnitCountChanges } from "./unitCounts.ts";
import { UnitFigureChanges } from "./unitFigures.ts";
import { UnitNameChanges } from "./unitNames.ts";
import { VacancyLossChanges } from "./vacancyLosses.ts";
import {
  addTotals,
  type TallyKind,
  type TaskTotals,
  WaitingCounts,
  waitingTotals,
} from "./waitingCounts.ts";
import { WorkDayChanges } from "./workDays.ts";

type CountedTask = Parameters<UnitCountChanges["task"]>[0] &
  Parameters<UnitFigureChanges["task"]>[0] &
  Pick<Doc<"tasks">, "projectId" | "templateId">;
/** The fields of a unit that are counted. A unit that is being inserted has no id yet and no parts. */
type CountedUnit = Pick<Doc<"units">, "projectId" | "status" | "startDate" | "completionDate"> &
  Parameters<VacancyLossChanges["unit"]>[0] &
  ({ _id?: never } | Pick<Doc<"units">, "_id" | "_creationTime" | "name">);
type CountedEntry = Parameters<WorkDayChanges["entry"]>[0];

/**
 * Collects the changes that a transaction makes to derived numbers, and writes them once at the end of the transaction.
 * It owns every derived number (unit and project counts, template uses, tallies, the rows of analytics). It does not
 * write the counted records themselves.
 */
export class CountChanges {
  readonly #units = new UnitCountChanges();
  readonly #unitCounts = new Map<Id<"projects">, number>();
  readonly #templates = new Map<
    string,
    { projectId: Id<"projects">; templateId: Id<"taskTemplates">; units: number }
  >();
  readonly #waiting = new WaitingCounts();
  readonly #losses = new VacancyLossChanges();
  readonly #figures = new UnitFigureChanges();
  readonly #splits = new TurnSplitChanges();
  readonly #names = new UnitNameChanges();
  readonly #workDays = new WorkDayChanges();

  /** Adds (+1) or subtracts (-1) a task with these fields. */
  task(task: CountedTask, sign: 1 | -1): void {
    this.#units.task(task, sign);
    this.#waiting.task(task, sign);
    if (task.templateId !== undefined) {
      const { projectId, templateId } = task;
      const start = () => ({ projectId, templateId, units: 0 });
      valueOf(this.#templates, `${projectId} ${templateId}`, start).units += sign;
    }
    const tally = this.#tallyOf(task.projectId, sign);
    tally("tasksStarted", task.startDate);
    if (task.status === "completed") tally("tasksCompleted", task.completionDate);
    else tally("openTasksDue", task.dueDate);
    this.#figures.task(task, sign);
    this.#splits.task(task.unitId);
  }

  /** Adds (+1) or subtracts (-1) a unit with these fields. */
  unit(unit: CountedUnit, sign: 1 | -1): void {
    const units = (this.#unitCounts.get(unit.projectId) ?? 0) + sign;
    this.#unitCounts.set(unit.projectId, units);
    const tally = this.#tallyOf(unit.projectId, sign);
    tally("unitsStarted", unit.startDate);
    if (unit.status === "completed") tally("unitsCompleted", unit.completionDate);
    this.#losses.unit(unit, sign);
    if (unit._id === undefined) return;
    this.#units.unit(unit._id);
    this.#figures.unit(unit._id);
    this.#splits.unit(unit._id);
    this.#names.unit(unit, sign);
  }

  /** Adds (+1) or subtracts (-1) a time entry with these fields. */
  timeEntry(entry: CountedEntry, sign: 1 | -1): void {
    this.#workDays.entry(entry, sign);
  }

  /** Adds (+1) or subtracts (-1) a project with this status. */
  project(project: Pick<Doc<"projects">, "status">, sign: 1 | -1): void {
    if (project.status === "active") this.#waiting.tally({ kind: "activeProjects", sign }, 0);
  }

  /** Writes the collected changes. Call it after the counted records are written. */
  async apply(ctx: MutationCtx): Promise<void> {
    const units = await this.#units.apply(ctx);
    await this.#losses.apply(ctx);
    for (const [projectId, units] of this.#unitCounts) await addUnits(ctx, projectId, units);
    for (const change of this.#templates.values()) await applyToTemplateUse(ctx, change);
    await this.#waiting.apply(ctx);
    await this.#figures.apply(ctx, units);
    await this.#splits.apply(ctx, units);
    await this.#names.apply(ctx);
    await this.#workDays.apply(ctx);
  }

  /** Returns a function that counts a time in the tallies of the project and of the workspace. */
  #tallyOf(projectId: Id<"projects">, sign: 1 | -1) {
    return (kind: TallyKind, moment: number | undefined) =>
      this.#waiting.tally({ projectId, kind, sign }, moment);
  }
}

/** The task totals of a project, waiting changes included. */
export async function projectCounts(ctx: QueryCtx, projectId: Id<"projects">): Promise<TaskTotals> {
  const totals = await waitingTotals(ctx, projectId);
  const row = await countsRow(ctx, projectId);
  if (row !== null) addTotals(totals, row);
  return totals;
}

/** Deletes the task totals of a deleted project. Its waiting changes still go into the counts of the workspace. */
export async function deleteProjectCounts(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<void> {
  const row = await countsRow(ctx, projectId);
  if (row !== null) await ctx.db.delete("projectCounts", row._id);
}

async function countsRow(ctx: QueryCtx, projectId: Id<"projects">) {
  return await ctx.db
    .query("projectCounts")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .unique();
}

async function addUnits(ctx: MutationCtx, projectId: Id<"projects">, units: number): Promise<void> {
  if (units === 0) return;
  const project = await ctx.db.get("projects", projectId);
  if (project !== null)
    await ctx.db.patch("projects", projectId, { unitCount: project.unitCount + units });
}

async function applyToTemplateUse(
  ctx: MutationCtx,
  change: { projectId: Id<"projects">; templateId: Id<"taskTemplates">; units: number },
) {
  if (change.units === 0) return;
  const row = await ctx.db
    .query("templateUses")
    .withIndex("projectId_templateId", (q) =>
      q.eq("projectId", change.projectId).eq("templateId", change.templateId),
    )
    .unique();
  const units = (row?.units ?? 0) + change.units;
  if (row === null) await ctx.db.insert("templateUses", change);
  else if (units === 0) await ctx.db.delete("templateUses", row._id);
  else await ctx.db.patch("templateUses", row._id, { units });
}

function valueOf<Key, Value>(map: Map<Key, Value>, key: Key, start: () => Value): Value {
  const value = map.get(key) ?? start();
  map.set(key, value);
  return value;
}
