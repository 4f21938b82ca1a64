import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import type { TaskStatus } from "../../rules/labels.ts";
import type { ReportBlock, ReportPlace } from "../../rules/reports.ts";
import { vBlockedReason, vTaskStatus } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";
import { readToday } from "../context/today.ts";
import { listTasks, shownStatus } from "../tasks/tasks.ts";
import { Reading } from "./reportReading.ts";
import { type Scope, stopsFrom } from "./reportUnits.ts";

/** The maximum number of units of a page: each takes a few of the 4,096 index ranges of a query. */
const maxUnitsPerPage = 800;

const vPlace = { projectAt: v.number(), project: v.number(), unit: v.number() };

export const vReportCursor = v.object({ ...vPlace, entry: v.optional(v.number()) });

export const unitFields = {
  place: v.object(vPlace),
  unitId: v.id("units"),
  unitNumber: v.string(),
  projectId: v.id("projects"),
  projectName: v.string(),
};

export const next = v.union(vReportCursor, v.null());

export const vReportBlock = v.object({ reason: vBlockedReason, since: v.string() });

export const vUnitsPage = v.object({ parts: v.array(v.object(unitFields)), next });

export const vStatusPage = v.object({
  parts: v.array(
    v.object({
      ...unitFields,
      figures: v.object({
        totalTasks: v.number(),
        completedTasks: v.number(),
        inProgressTasks: v.number(),
        notStartedTasks: v.number(),
        overdueTasks: v.number(),
        estimatedHours: v.number(),
        actualHours: v.number(),
      }),
    }),
  ),
  next,
});

export const vDetailsPage = v.object({
  parts: v.array(
    v.object({
      ...unitFields,
      tasks: v.array(
        v.object({
          name: v.string(),
          status: vTaskStatus,
          sortOrder: v.number(),
          startDate: v.union(v.string(), v.null()),
          block: v.union(vReportBlock, v.null()),
        }),
      ),
    }),
  ),
  next,
});

/** A page of the unit task status report; `toUnitTaskStatus` makes the report of all pages. */
export async function statusPage(ctx: QueryCtx, scope: Scope) {
  const { dueFrom } = await readToday(ctx);
  return await pageOf(ctx, scope, async ({ unit, reading, afterEntry }) => {
    const tasks = afterEntry === undefined ? await listTasks(ctx, unit._id) : [];
    for (const task of tasks) reading.add(task);
    const hours = await hoursOf(ctx, { unit, reading, afterEntry });
    const figures = { ...taskFigures(tasks, dueFrom), actualHours: hours.sum };
    return { content: { figures }, entry: hours.lastEntry };
  });
}

/** A page of the task details report; `toTaskDetails` makes the report of all pages. */
export async function detailsPage(ctx: QueryCtx, scope: Scope) {
  const { dueFrom } = await readToday(ctx);
  return await pageOf(ctx, scope, async ({ unit, reading }) => {
    const rows = await listTasks(ctx, unit._id);
    for (const task of rows) reading.add(task);
    const tasks = rows.map((task) => ({
      name: task.name,
      status: shownStatus(task, dueFrom),
      sortOrder: task.sortOrder,
      startDate: toIso(task.startDate),
      block: blockOf(task),
    }));
    return { content: { tasks }, entry: undefined };
  });
}

/** The block of a task. */
function blockOf(task: Doc<"tasks">): ReportBlock | null {
  if (task.blockedReason === undefined) return null;
  const since = new Date(task.blockedAt ?? task._creationTime).toISOString();
  return { reason: task.blockedReason, since };
}

/** A page of the units that reports can be about. */
export async function unitsPage(ctx: QueryCtx, scope: Scope) {
  return await pageOf(ctx, scope, () => Promise.resolve({ content: {}, entry: undefined }));
}

export type UnitReading = { unit: Doc<"units">; reading: Reading; afterEntry: number | undefined };

/**
 * The content of a unit; `entry` is the creation time of the last read time entry when the page was full before the
 * end, otherwise undefined.
 */
type UnitContent<Content> = { content: Content; entry: number | undefined };

/** A page of a report: the units after the cursor, each with the result of `readUnit`, until the page is full. */
export async function pageOf<Content extends object>(
  ctx: QueryCtx,
  scope: Scope,
  readUnit: (from: UnitReading) => Promise<UnitContent<Content>>,
) {
  const reading = new Reading();
  const parts: (ReturnType<typeof unitOfReport> & Content)[] = [];
  let last = scope.after;
  for await (const { place, project, unit } of stopsFrom(ctx, scope, reading)) {
    if (unit === null) last = place;
    const isFull = reading.isFull || parts.length >= maxUnitsPerPage;
    // A page that gets nowhere would be asked for again and again.
    if (isFull && last !== undefined && last !== scope.after) return { parts, next: last };
    if (unit === null) continue;
    const afterEntry = scope.after?.unit === place.unit ? scope.after.entry : undefined;
    const { content, entry } = await readUnit({ unit, reading, afterEntry });
    parts.push({ ...unitOfReport(place, project, unit), ...content });
    last = place;
    if (entry !== undefined) return { parts, next: { ...place, entry } };
  }
  return { parts, next: null };
}

function unitOfReport(place: ReportPlace, project: Doc<"projects">, unit: Doc<"units">) {
  return {
    place,
    unitId: unit._id,
    unitNumber: unit.name,
    projectId: project._id,
    projectName: project.name,
  };
}

function taskFigures(tasks: readonly Doc<"tasks">[], dueFrom: number) {
  const count = (status: TaskStatus) =>
    tasks.filter((task) => shownStatus(task, dueFrom) === status).length;
  return {
    totalTasks: tasks.length,
    completedTasks: count("completed"),
    inProgressTasks: count("in_progress"),
    notStartedTasks: count("not_started"),
    overdueTasks: count("overdue"),
    estimatedHours: tasks.reduce((sum, task) => sum + (task.estimatedHours ?? 0), 0),
  };
}

/**
 * The hours of a unit's time entries until the page is full; `lastEntry` is then the position at which the next page
 * continues.
 */
export async function hoursOf(ctx: QueryCtx, { unit, reading, afterEntry = 0 }: UnitReading) {
  const entries = ctx.db
    .query("timeEntries")
    .withIndex("unitId_trashId", (q) =>
      q.eq("unitId", unit._id).eq("trashId", undefined).gt("_creationTime", afterEntry),
    );
  let sum = 0;
  for await (const entry of entries) {
    reading.add(entry);
    sum += entry.totalHours ?? 0;
    if (reading.isFull) return { sum, lastEntry: entry._creationTime };
  }
  return { sum, lastEntry: undefined };
}
