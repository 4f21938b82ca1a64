import { type Infer, v } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import { vAssignmentStatus } from "../../tables/bookkeeping.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";
import { stepJob, type StepJob, stepLookMs, type Waited } from "../context/steps.ts";
import { goOnInBatch, inBatch } from "../history/batches.ts";
import { type Change, changesOf, recordEvent } from "../history/events.ts";
import { CountChanges } from "../numbers/counts.ts";
import { stillActing } from "../people/actors.ts";
import { type GivenTo, existingGivenTo } from "../people/assignees.ts";
import { nameChanges } from "../history/fieldNames.ts";
import { missingTemplates } from "./missingTemplates.ts";
import { insertTask } from "./taskWrites.ts";

/**
 * The maximum number of tasks created in one transaction. Each is a row and an event, well below the 16,000 writes of a
 * transaction.
 */
export const maxTasksPerStep = 5000;
/** The maximum number of documents read in one step, below the 32,000 of a transaction; each unit costs its tasks. */
const maxReadsPerStep = 20_000;
/** The maximum number of units in one step; each costs one of the 4,096 index ranges of a transaction. */
const maxUnitsPerStep = 1000;
/** The bytes of tasks that one step reads and writes, of 16 MB each. It may go above that by one unit. */
const maxBytesPerStep = 4 * 2 ** 20;

export const vAssignmentProgress = v.object({
  created: v.number(),
  skipped: v.number(),
  unitCount: v.number(),
});

export const vAssignmentRun = vAssignmentProgress.extend({ status: vAssignmentStatus });

type Progress = { assignmentId: Id<"bulkAssignments">; afterUnit: number | null };

const steps: StepJob<Progress> = stepJob({
  step: (ctx, { assignmentId }) =>
    ctx.scheduler.runAfter(0, internal.jobs.assignments.step, { assignmentId }),
  look: (ctx, waited) =>
    ctx.scheduler.runAfter(stepLookMs, internal.jobs.assignments.expectProgress, waited),
});

/** The tasks to create: one for each template, all with these assignees. */
type TasksToCreate = { templates: Doc<"taskTemplates">[]; givenTo: GivenTo };

type Step = { created: number; skipped: number; afterUnit: number | null; isLast: boolean };

/** Creates the tasks of these templates that the unit does not have yet; returns the new tasks in sort order. */
export async function assignToUnit(
  ctx: WriterCtx,
  unit: Doc<"units">,
  order: TasksToCreate,
): Promise<Doc<"tasks">[]> {
  const { templates } = await missingTemplates(ctx, unit, order.templates);
  if (templates.length === 0) return [];
  const counts = new CountChanges();
  const giving = await changesOfGiving(ctx, order.givenTo);
  const { result: created } = await inBatch(ctx, (part) =>
    createTasks(part, { unit, order: { ...order, templates }, giving, counts }),
  );
  await counts.apply(ctx);
  return await Promise.all(
    created.map(async (id) => must(await ctx.db.get("tasks", id), "a task just created exists")),
  );
}

/**
 * Creates the missing tasks of these templates in every unit of the project. An assignment that does not fit one
 * transaction goes on in steps; `pending` is then the id of the row with its progress.
 */
export async function assignToAllUnits(
  ctx: WriterCtx,
  project: Doc<"projects">,
  order: TasksToCreate,
) {
  const begin = { projectId: project._id, order, afterUnit: null };
  const { batchId, result } = await inBatch(ctx, (part) => assignStep(part, begin));
  const { afterUnit, isLast, created, skipped } = result;
  const progress = { created, skipped, unitCount: project.unitCount };
  if (isLast && created === 0) await ctx.db.delete("batches", batchId);
  if (isLast) return { ...progress, pending: null };
  const pending = await ctx.db.insert("bulkAssignments", {
    ...progress,
    projectId: project._id,
    templateIds: order.templates.map((template) => template._id),
    ...order.givenTo,
    userId: ctx.viewer._id,
    batchId,
    afterUnit,
    status: "running",
    updatedAt: Date.now(),
  });
  await steps.order(ctx, { assignmentId: pending, afterUnit });
  return { ...progress, pending };
}

/**
 * Runs the next step of a large assignment, and schedules the step after it. The assignment ends when its project was
 * deleted, or when its user was deleted or may no longer change tasks.
 */
export async function continueAssignment(
  ctx: MutationCtx,
  assignmentId: Id<"bulkAssignments">,
): Promise<void> {
  const run = await ctx.db.get("bulkAssignments", assignmentId);
  if (run?.status !== "running") return;
  const viewer = await stillActing(ctx, run.userId, "task:write");
  if (viewer === null || (await ctx.db.get("projects", run.projectId)) === null) {
    await endAssignment(ctx, run, "failed");
    return;
  }
  const found = await Promise.all(run.templateIds.map((id) => ctx.db.get("taskTemplates", id)));
  const order = {
    templates: found.filter((template) => template !== null),
    givenTo: await existingGivenTo(ctx, run),
  };
  const { projectId, afterUnit, batchId } = run;
  const goOn = (part: WriterCtx) => assignStep(part, { projectId, order, afterUnit });
  const writer = { ...ctx, viewer };
  // Runs of earlier versions have no batch.
  const step = await (batchId === undefined ? goOn(writer) : goOnInBatch(writer, batchId, goOn));
  await ctx.db.patch("bulkAssignments", assignmentId, {
    created: run.created + step.created,
    skipped: run.skipped + step.skipped,
    afterUnit: step.afterUnit,
    status: step.isLast ? "done" : "running",
    updatedAt: Date.now(),
  });
  if (!step.isLast) await steps.order(ctx, { assignmentId, afterUnit: step.afterUnit });
}

/**
 * Marks an assignment as failed when the step after this unit has ended without progress; checks again later while the
 * step is pending or running.
 */
export async function failStalledAssignment(
  ctx: MutationCtx,
  waited: Waited<Progress>,
): Promise<void> {
  const run = await ctx.db.get("bulkAssignments", waited.assignmentId);
  if (run?.status !== "running" || run.afterUnit !== waited.afterUnit) return;
  if (await steps.hasEnded(ctx, waited)) await endAssignment(ctx, run, "failed");
}

/** Ends a running assignment: no further step begins, and created tasks stay. */
export async function endAssignment(
  ctx: MutationCtx,
  run: Doc<"bulkAssignments">,
  status: Exclude<Infer<typeof vAssignmentStatus>, "running">,
): Promise<void> {
  if (run.status !== "running") return;
  await ctx.db.patch("bulkAssignments", run._id, { status, updatedAt: Date.now() });
}

/** The progress row of a sent id; throws "not_found" unless the caller started the assignment. */
export async function requireAssignment(
  ctx: QueryCtx & { viewer: Doc<"users"> },
  sent: string,
): Promise<Doc<"bulkAssignments">> {
  const id = ctx.db.normalizeId("bulkAssignments", sent);
  const run = id === null ? null : await ctx.db.get("bulkAssignments", id);
  if (run?.userId !== ctx.viewer._id) throw new AppError("not_found", "Assignment not found");
  return run;
}

/** The templates that every unit of the project has already; none when the project has no units. */
export async function fullyAssignedTemplates(
  ctx: QueryCtx,
  project: Doc<"projects">,
): Promise<Id<"taskTemplates">[]> {
  if (project.unitCount === 0) return [];
  const full: Id<"taskTemplates">[] = [];
  const uses = ctx.db
    .query("templateUses")
    .withIndex("projectId_templateId", (q) => q.eq("projectId", project._id));
  // The loop is bounded: each template has at most one row.
  for await (const use of uses) if (use.units >= project.unitCount) full.push(use.templateId);
  return full;
}

/** Processes the units after `afterUnit`, until the project ends or a limit of the transaction is reached. */
async function assignStep(
  ctx: WriterCtx,
  {
    projectId,
    order,
    afterUnit,
  }: {
    projectId: Id<"projects">;
    order: TasksToCreate;
    afterUnit: number | null;
  },
): Promise<Step> {
  const step = { created: 0, skipped: 0, afterUnit, isLast: true };
  const counts = new CountChanges();
  const giving = await changesOfGiving(ctx, order.givenTo);
  const units = await ctx.db
    .query("units")
    .withIndex("projectId", (q) =>
      q.eq("projectId", projectId).gt("_creationTime", afterUnit ?? -Infinity),
    )
    .take(maxUnitsPerStep + 1);
  let reads = units.length;
  let bytes = 0;
  for (const [index, unit] of units.entries()) {
    const fits =
      index < maxUnitsPerStep &&
      step.created + order.templates.length <= maxTasksPerStep &&
      (index === 0 || reads + unit.totalTasks <= maxReadsPerStep) &&
      bytes <= maxBytesPerStep;
    if (!fits) {
      step.isLast = false;
      break;
    }
    const { templates, taskBytes } = await missingTemplates(ctx, unit, order.templates);
    bytes += taskBytes;
    const missing = { ...order, templates };
    const created = await createTasks(ctx, { unit, order: missing, giving, counts });
    step.created += created.length;
    step.skipped += order.templates.length - created.length;
    step.afterUnit = unit._creationTime;
    // The split of a completed unit's turn is recomputed, which reads its tasks once more.
    reads += unit.status === "completed" ? 2 * unit.totalTasks + created.length : unit.totalTasks;
  }
  await counts.apply(ctx);
  return step;
}

type Giving = { changes?: Change[] };

async function createTasks(
  ctx: WriterCtx,
  {
    unit,
    order: { templates, givenTo },
    giving,
    counts,
  }: { unit: Doc<"units">; order: TasksToCreate; giving: Giving; counts: CountChanges },
): Promise<Id<"tasks">[]> {
  const created: Id<"tasks">[] = [];
  for (const template of templates) {
    const task = { ...taskFromTemplate(unit, template), ...givenTo };
    const taskId = await insertTask(ctx, counts, task);
    const { projectId, unitId, name: label } = task;
    await recordEvent(ctx, { kind: "task.added", projectId, unitId, taskId, label, ...giving });
    created.push(taskId);
  }
  return created;
}

/** The changes in an event that name the assignees of new tasks. */
async function changesOfGiving(ctx: QueryCtx, givenTo: GivenTo): Promise<Giving> {
  const changes = changesOf({}, { ...givenTo });
  return changes.length === 0 ? {} : { changes: await nameChanges(ctx, changes) };
}

function taskFromTemplate(unit: Doc<"units">, template: Doc<"taskTemplates">) {
  const { name, description, category, estimatedHours, sortOrder } = template;
  const now = Date.now();
  return {
    unitId: unit._id,
    projectId: unit.projectId,
    templateId: template._id,
    name,
    ...(description === undefined ? {} : { description }),
    ...(category === undefined ? {} : { category }),
    ...(estimatedHours === undefined ? {} : { estimatedHours }),
    sortOrder,
    status: "not_started" as const,
    createdAt: now,
    updatedAt: now,
  };
}
