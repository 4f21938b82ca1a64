import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayIn, dayMs } from "../../lib/dates.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import type { Today } from "../context/today.ts";
import { listTasks, shownStatus } from "../tasks/tasks.ts";

/** The lists of a day, in the order of the screen. */
export const dayLists = ["overdue", "dueToday", "nextSevenDays", "blocked", "noDate"] as const;

export type DayList = (typeof dayLists)[number];

/** An open task of the day with its unit and its project. */
export type DayTask = { task: Doc<"tasks">; unit: Doc<"units">; project: Doc<"projects"> };

const openStatuses = ["not_started", "in_progress"] as const;

/** The number of days after today up to which due tasks are listed. */
const daysAhead = 7;

/** The maximum number of tasks read from one index range. Nobody has so many tasks, but each read needs a bound. */
const maxTasks = 5000;
/** The maximum number of projects read one by one. */
const maxProjects = 500;
/** The maximum number of units read one by one, because a query reads at most 4,096 ranges and rows. */
const maxUnits = 3000;

/**
 * The open tasks of a user: tasks assigned to the user, and, in projects that the user supervises, unassigned tasks
 * that are due or blocked. It reads only index ranges of these tasks, whatever the size of the workspace.
 */
export async function tasksFor(
  ctx: QueryCtx,
  userId: Id<"users">,
  today: Today,
): Promise<DayTask[]> {
  const room = new ListRoom();
  const given = await tasksGivenTo(ctx, userId, room);
  const found = new Map(given.map((task) => [task._id, task]));
  for (const project of await supervisedProjects(ctx, userId)) {
    if (project.status !== "active") continue;
    for (const task of await tasksOfNobody(ctx, project._id, { today, room }))
      found.set(task._id, task);
  }
  return await withPlaces(ctx, [...found.values()]);
}

/** The list of a task for a user on a day; null for a task that is due later. */
export function listOf(
  { task, unit }: DayTask,
  { userId, today }: { userId: Id<"users">; today: Today },
): DayList | null {
  if (task.blockedReason !== undefined || unit.blockedReason !== undefined) return "blocked";
  if (shownStatus(task, today.dueFrom) === "overdue") return "overdue";
  if (task.dueDate === undefined) return task.assignedToId === userId ? "noDate" : null;
  const days = dayIn(today.timeZone, task.dueDate) - today.day;
  if (days > daysAhead) return null;
  return days <= 0 ? "dueToday" : "nextSevenDays";
}

/** Tasks with their units and projects: those of completed units and of projects that are not active are left out. */
export async function withPlaces(
  ctx: QueryCtx,
  tasks: readonly Doc<"tasks">[],
): Promise<DayTask[]> {
  const projects = new Map<Id<"projects">, Doc<"projects">>();
  for (const id of new Set(tasks.map((task) => task.projectId))) {
    const project = await ctx.db.get("projects", id);
    if (project?.status === "active") projects.set(id, project);
  }
  // Units of other projects are not read: a project in the trash may have a thousand of them.
  const units = new Map<Id<"units">, Doc<"units"> | null>();
  for (const { unitId, projectId } of tasks)
    if (projects.has(projectId) && !units.has(unitId) && units.size < maxUnits)
      units.set(unitId, await ctx.db.get("units", unitId));
  return tasks.flatMap((task) => {
    const unit = units.get(task.unitId);
    const project = projects.get(task.projectId);
    if (!unit || unit.status === "completed" || project === undefined) return [];
    return [{ task, unit, project }];
  });
}

async function tasksGivenTo(
  ctx: QueryCtx,
  userId: Id<"users">,
  room: ListRoom,
): Promise<Doc<"tasks">[]> {
  const given = openStatuses.map(async (status) => {
    const ofStatus = ctx.db
      .query("tasks")
      .withIndex("assignedToId_status_dueDate", (q) =>
        q.eq("assignedToId", userId).eq("status", status),
      );
    return await room.take(ofStatus, maxTasks);
  });
  const found = await Promise.all(given);
  return found.some(({ length }) => length === maxTasks)
    ? await tasksGivenByProject(ctx, userId)
    : found.flat();
}

/** Like `tasksGivenTo`, but project by project, for when a project in the trash has too many of the user's tasks. */
async function tasksGivenByProject(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"tasks">[]> {
  const tasks: Doc<"tasks">[] = [];
  const room = new ListRoom();
  for (const { _id } of await ctx.db.query("projects").withIndex("createdAt").take(maxProjects)) {
    const given = ctx.db
      .query("tasks")
      .withIndex("projectId_assignedToId_crewMemberId_status_dueDate", (q) =>
        q.eq("projectId", _id).eq("assignedToId", userId),
      );
    for (const task of await room.take(given, maxTasks))
      if (task.status !== "completed") tasks.push(task);
    if (tasks.length >= 2 * maxTasks) break;
  }
  return tasks;
}

async function supervisedProjects(ctx: QueryCtx, userId: Id<"users">) {
  const projects: Doc<"projects">[] = [];
  // A person supervises few projects.
  const rows = ctx.db
    .query("projects")
    .withIndex("supervisorId", (q) => q.eq("supervisorId", userId));
  for await (const project of rows) projects.push(project);
  return projects;
}

async function tasksOfNobody(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { today, room }: { today: Today; room: ListRoom },
): Promise<Doc<"tasks">[]> {
  const due = await Promise.all(
    openStatuses.map(
      async (status) => await room.take(dueOfNobody(ctx, projectId, { status, today }), maxTasks),
    ),
  );
  const blocked = await room.take(
    ctx.db
      .query("tasks")
      .withIndex("projectId_blockedReason", (q) =>
        q.eq("projectId", projectId).gt("blockedReason", undefined),
      ),
    maxTasks,
  );
  const units = await ctx.db
    .query("units")
    .withIndex("projectId_blockedReason", (q) =>
      q.eq("projectId", projectId).gt("blockedReason", undefined),
    )
    .take(maxTasks);
  const ofBlockedUnits = await Promise.all(units.map(({ _id }) => listTasks(ctx, _id, room)));
  return [...due.flat(), ...[...blocked, ...ofBlockedUnits.flat()].filter(isOpenOfNobody)];
}

function dueOfNobody(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { status, today }: { status: (typeof openStatuses)[number]; today: Today },
): AsyncIterable<Doc<"tasks">> {
  return ctx.db
    .query("tasks")
    .withIndex("projectId_assignedToId_crewMemberId_status_dueDate", (q) =>
      q
        .eq("projectId", projectId)
        .eq("assignedToId", undefined)
        .eq("crewMemberId", undefined)
        .eq("status", status)
        .gt("dueDate", undefined)
        // The range has one day more than needed, because days begin at different times in different time zones.
        .lt("dueDate", today.startOfDay + (daysAhead + 2) * dayMs),
    );
}

function isOpenOfNobody({ status, assignedToId, crewMemberId }: Doc<"tasks">): boolean {
  return status !== "completed" && assignedToId === undefined && crewMemberId === undefined;
}
