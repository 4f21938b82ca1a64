import type { Doc, TableNames } from "../../convex/_generated/dataModel.js";

/** Reads all rows of a table from a source. */
export type ReadRows = <Table extends TableNames>(table: Table) => Promise<Doc<Table>[]>;

const slotMs = 900_000;

/** The derived numbers as they are stored: unit and project counts, template uses and tallies, by a readable key. */
export async function storedNumbers(rowsOf: ReadRows): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const unit of await rowsOf("units")) {
    counts[`${unit._id} total`] = unit.totalTasks;
    counts[`${unit._id} completed`] = unit.completedTasks;
    counts[`${unit._id} in_progress`] = unit.inProgressTasks;
    counts[`${unit._id} not_started`] = unit.notStartedTasks;
    const { openWork } = unit;
    if (openWork === undefined) continue;
    counts[`${unit._id} hours`] = openWork.hours;
    for (const moment of openWork.due) add(counts, `${unit._id} due ${moment}`);
    for (const { at, reason } of openWork.blocks) add(counts, `${unit._id} ${reason} ${at}`);
    for (const { person, tasks } of openWork.people ?? [])
      counts[`${unit._id} given ${person}`] = tasks;
  }
  for (const project of await rowsOf("projects"))
    counts[`${project._id} units`] = project.unitCount;
  for (const row of await rowsOf("projectCounts")) {
    add(counts, `${row.projectId} total`, row.totalTasks);
    add(counts, `${row.projectId} completed`, row.completedTasks);
  }
  for (const row of await rowsOf("templateUses")) {
    counts[`${row.projectId} ${row.templateId}`] = row.units;
  }
  for (const { projectId = "all", kind, slot, count } of await rowsOf("tallies"))
    add(counts, `${projectId} ${kind} ${slot}`, count);
  addWaiting(counts, await rowsOf("waitingCounts"));
  return withoutZeros(counts);
}

function addWaiting(counts: Record<string, number>, rows: Doc<"waitingCounts">[]): void {
  for (const { projectId, totalTasks, completedTasks, tallies } of rows) {
    if (projectId !== undefined) {
      add(counts, `${projectId} total`, totalTasks);
      add(counts, `${projectId} completed`, completedTasks);
    }
    for (const place of projectId === undefined ? ["all"] : ["all", projectId])
      for (const { kind, slot, by } of tallies) add(counts, `${place} ${kind} ${slot}`, by);
  }
}

/** The same numbers counted from scratch. */
export async function recountedNumbers(rowsOf: ReadRows): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const addAt = (projectId: string, kind: string, moment: number | undefined) => {
    if (moment === undefined) return;
    for (const place of ["all", projectId])
      add(counts, `${place} ${kind} ${Math.floor(moment / slotMs)}`);
  };
  const projects = await rowsOf("projects");
  for (const project of projects) {
    if (project.status === "active") add(counts, "all activeProjects 0");
  }
  for (const unit of await rowsOf("units")) {
    if (projects.some(({ _id }) => _id === unit.projectId)) add(counts, `${unit.projectId} units`);
    addAt(unit.projectId, "unitsStarted", unit.startDate);
    if (unit.status === "completed") addAt(unit.projectId, "unitsCompleted", unit.completionDate);
  }
  for (const task of await rowsOf("tasks")) {
    add(counts, `${task.unitId} total`);
    add(counts, `${task.unitId} ${task.status}`);
    add(counts, `${task.projectId} total`);
    if (task.status === "completed") add(counts, `${task.projectId} completed`);
    if (task.templateId !== undefined) add(counts, `${task.projectId} ${task.templateId}`);
    addAt(task.projectId, "tasksStarted", task.startDate);
    if (task.status === "completed") addAt(task.projectId, "tasksCompleted", task.completionDate);
    else {
      addAt(task.projectId, "openTasksDue", task.dueDate);
      addOpenTask(counts, task);
    }
  }
  return withoutZeros(counts);
}

function addOpenTask(counts: Record<string, number>, task: Doc<"tasks">): void {
  const { unitId, dueDate, estimatedHours = 0, blockedReason, blockedAt = 0 } = task;
  add(counts, `${unitId} hours`, Math.round(estimatedHours * 100));
  if (dueDate !== undefined) add(counts, `${unitId} due ${dueDate}`);
  if (blockedReason !== undefined) add(counts, `${unitId} ${blockedReason} ${blockedAt}`);
  for (const person of [task.assignedToId, task.crewMemberId])
    if (person !== undefined) add(counts, `${unitId} given ${person}`);
}

function add(counts: Record<string, number>, key: string, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by;
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  const entries = Object.entries(counts).filter(([, count]) => count !== 0);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
