import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { vBaseTaskStatus, vBlockedReason, vTaskStatus } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { listTasks, shownStatus } from "../tasks/tasks.ts";
import { pageSize, type UnitRange, unitsIn } from "./unitRanges.ts";
import { maxUnits, toUnitListItem, vUnitListItem } from "./units.ts";
import { type UnitReader, unitReader } from "./unitTurns.ts";

/** The maximum number of units on a page without an end; with more units, the rest moves to further pages. */
const maxOpenPage = 2 * pageSize;
/** The bytes of tasks above which a page ends: it can still read the tasks of one more unit. */
const maxTaskBytes = 4 * 2 ** 20;

export const vBoardTask = v.object({
  id: v.id("tasks"),
  name: v.string(),
  category: v.union(v.string(), v.null()),
  status: vTaskStatus,
  baseStatus: vBaseTaskStatus,
  dueDate: v.union(v.string(), v.null()),
  blockedReason: v.union(vBlockedReason, v.null()),
  blockedNote: v.union(v.string(), v.null()),
  assignedToId: v.union(v.id("users"), v.null()),
  crewMemberId: v.union(v.id("teamMembers"), v.null()),
});

export const vBoardRow = v.object({
  unit: vUnitListItem.omit("recentPhotos"),
  tasks: v.array(vBoardTask),
});

/** One page of the board. `next` is the value of `after` for the next page; null when there is none. */
export const vBoardPage = v.object({
  rows: v.array(vBoardRow),
  next: v.union(v.number(), v.null()),
});

/** One page of a project's board: each unit with its tasks, and money only for a caller who may see it. */
export async function boardPage(
  ctx: QueryCtx & { money: boolean },
  project: Doc<"projects">,
  { after, through }: UnitRange,
) {
  const reader = { ...(await unitReader(ctx, ctx.money)), projectName: project.name };
  const limit = through === null ? maxOpenPage + 1 : maxUnits;
  const found = await unitsIn(ctx, project._id, { after, through, limit });
  const isOverfull = through === null && found.length > maxOpenPage;
  const units = isOverfull ? found.slice(0, pageSize) : found;
  const rows = await boardRows(
    ctx,
    units.map((unit) => ({ unit, reader })),
  );
  const isWhole = rows.length === found.length;
  return { rows, next: isWhole ? through : (units[rows.length - 1]?._creationTime ?? null) };
}

type PlacedUnit = { unit: Doc<"units">; reader: UnitReader & { projectName: string } };

/** The rows of these units with their tasks. When the tasks have long texts, only the first units get a row. */
export async function boardRows(ctx: QueryCtx, units: readonly PlacedUnit[]) {
  const read: (PlacedUnit & { tasks: Doc<"tasks">[] })[] = [];
  const room = new ListRoom(maxTaskBytes);
  for (const { unit, reader } of units) {
    if (room.isFull) break;
    const tasks = await listTasks(ctx, unit._id);
    for (const task of tasks) room.count(task);
    read.push({ unit, reader, tasks });
  }
  return await Promise.all(read.map((each) => boardRow(ctx, each)));
}

async function boardRow(
  ctx: QueryCtx,
  { unit, reader, tasks }: PlacedUnit & { tasks: readonly Doc<"tasks">[] },
) {
  return {
    unit: await toBoardUnit(ctx, unit, reader),
    tasks: tasks.map((task) => toBoardTask(task, reader.today.dueFrom)),
  };
}

async function toBoardUnit(
  ctx: QueryCtx,
  unit: Doc<"units">,
  reader: UnitReader & { projectName: string },
) {
  const { recentPhotos: _, ...shown } = await toUnitListItem(ctx, unit, reader);
  return shown;
}

function toBoardTask(task: Doc<"tasks">, dueFrom: number) {
  return {
    id: task._id,
    name: task.name,
    category: task.category ?? null,
    status: shownStatus(task, dueFrom),
    baseStatus: task.status,
    dueDate: toIso(task.dueDate),
    blockedReason: task.blockedReason ?? null,
    blockedNote: task.blockedNote ?? null,
    assignedToId: task.assignedToId ?? null,
    crewMemberId: task.crewMemberId ?? null,
  };
}
