import type { Doc, Id } from "../../_generated/dataModel.js";
import type { OpenTasks } from "../../rules/turn.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import type { ListRoom } from "../context/listRoom.ts";
import { tasksIn, tasksOfUnit } from "./unitSteps.ts";

type StoredWork = NonNullable<Doc<"units">["openWork"]>;

/**
 * The open tasks of a unit: their hours in hundredths, their due dates, their blocks, and the number of tasks of each
 * person.
 */
export type OpenWork = Required<StoredWork>;
type Block = OpenWork["blocks"][number];
type PersonId = OpenWork["people"][number]["person"];
type WorkTask = Pick<
  Doc<"tasks">,
  | "status"
  | "dueDate"
  | "estimatedHours"
  | "blockedReason"
  | "blockedAt"
  | "assignedToId"
  | "crewMemberId"
>;

/** The open work of a unit without tasks. */
export const noWork: OpenWork = { hours: 0, due: [], blocks: [], people: [] };

/** Collects the changes that a transaction makes to a unit's open work. */
export class WorkChange {
  hours = 0;
  readonly due = new Map<number, number>();
  readonly blocks = new Map<string, { block: Block; count: number }>();
  readonly people = new Map<PersonId, number>();

  /** Adds (+1) or subtracts (-1) a task with these fields. */
  task(task: WorkTask, sign: 1 | -1): void {
    const { hours, due, blocks, people } = workOf([task]);
    this.hours += sign * hours;
    for (const moment of due) this.due.set(moment, (this.due.get(moment) ?? 0) + sign);
    for (const block of blocks) {
      const count = (this.blocks.get(keyOf(block))?.count ?? 0) + sign;
      this.blocks.set(keyOf(block), { block, count });
    }
    for (const { person, tasks } of people)
      this.people.set(person, (this.people.get(person) ?? 0) + sign * tasks);
  }

  /** True when the collected changes cancel each other out. */
  get isNothing(): boolean {
    return (
      this.hours === 0 &&
      [...this.due.values()].every((count) => count === 0) &&
      [...this.blocks.values()].every(({ count }) => count === 0) &&
      [...this.people.values()].every((count) => count === 0)
    );
  }
}

/** The stored open work of a unit; null when a row of an earlier version lacks it or its people. */
export function wholeWork({ openWork }: Pick<Doc<"units">, "openWork">): OpenWork | null {
  const people = openWork?.people;
  return openWork === undefined || people === undefined ? null : { ...openWork, people };
}

/** The open work after a change; null when the change subtracts something that is not in it. */
export function changedWork(work: OpenWork, change: WorkChange): OpenWork | null {
  const due = changedList(work.due, {
    keyOf: String,
    changes: [...change.due].map(([item, count]) => ({ item, count })),
  });
  const blocks = changedList(work.blocks, {
    keyOf,
    changes: [...change.blocks.values()].map(({ block, count }) => ({ item: block, count })),
  });
  const people = changedPeople(work.people, change.people);
  if (due === null || blocks === null || people === null) return null;
  return inOrder({ hours: work.hours + change.hours, due, blocks, people });
}

/** The open work of a unit, counted from its tasks. */
export async function openWorkOf(ctx: QueryCtx, unitId: Id<"units">): Promise<OpenWork> {
  return workOf(await tasksOfUnit(ctx, unitId));
}

/**
 * The open work of each of these units. Rows of an earlier version have none: it is counted from their tasks, for as
 * many units as `room` allows; further units are left out.
 */
export async function openWorkOfAll(
  ctx: QueryCtx,
  units: readonly Doc<"units">[],
  room: ListRoom,
): Promise<{ unit: Doc<"units">; work: OpenWork }[]> {
  const works: { unit: Doc<"units">; work: OpenWork }[] = [];
  for (const unit of units) {
    let work = wholeWork(unit);
    if (work === null) {
      const tasks = await room.take(tasksIn(ctx, unit._id), Infinity);
      if (room.isFull) continue;
      work = workOf(tasks);
    }
    works.push({ unit, work });
  }
  return works;
}

/** Stores the open work of a unit of an earlier version on its row. */
export async function keepOpenWork(
  ctx: MutationCtx,
  unit: Doc<"units">,
  room: ListRoom,
): Promise<void> {
  if (wholeWork(unit) !== null) return;
  const tasks = await tasksOfUnit(ctx, unit._id, room);
  await ctx.db.patch("units", unit._id, { openWork: workOf(tasks) });
}

/** The numbers of a unit's open tasks; due dates before `dueFrom` are past. */
export function openTasks({ hours, due, blocks }: StoredWork, dueFrom: number): OpenTasks {
  const overdue = due.filter((moment) => moment < dueFrom).length;
  return { hours, overdue, blocked: blocks.length };
}

function workOf(tasks: readonly WorkTask[]): OpenWork {
  const open = tasks.filter(({ status }) => status !== "completed");
  return inOrder({
    hours: open.reduce((sum, { estimatedHours = 0 }) => sum + Math.round(estimatedHours * 100), 0),
    due: open.flatMap(({ dueDate }) => dueDate ?? []),
    blocks: open.flatMap(({ blockedReason: reason, blockedAt: at = 0 }) =>
      reason === undefined ? [] : [{ reason, at }],
    ),
    people: countPeople(open),
  });
}

/** The assignees of tasks, each with the number of their tasks. */
function countPeople(tasks: readonly WorkTask[]): OpenWork["people"] {
  const counts = new Map<PersonId, number>();
  for (const { assignedToId, crewMemberId } of tasks)
    for (const person of [assignedToId, crewMemberId])
      if (person !== undefined) counts.set(person, (counts.get(person) ?? 0) + 1);
  return [...counts].map(([person, count]) => ({ person, tasks: count }));
}

/** Sorts due dates and blocks from early to late, and people by their number of tasks, highest first. */
function inOrder({ hours, due, blocks, people }: OpenWork): OpenWork {
  return {
    hours,
    due: due.toSorted((a, b) => a - b),
    blocks: blocks.toSorted((a, b) => a.at - b.at || (a.reason < b.reason ? -1 : 1)),
    people: people.toSorted((a, b) => b.tasks - a.tasks || (a.person < b.person ? -1 : 1)),
  };
}

function changedPeople(
  people: OpenWork["people"],
  changes: ReadonlyMap<PersonId, number>,
): OpenWork["people"] | null {
  const counts = new Map(people.map(({ person, tasks }) => [person, tasks]));
  for (const [person, count] of changes) counts.set(person, (counts.get(person) ?? 0) + count);
  if ([...counts.values()].some((count) => count < 0)) return null;
  return [...counts].flatMap(([person, tasks]) => (tasks === 0 ? [] : [{ person, tasks }]));
}

function changedList<Item>(
  items: readonly Item[],
  {
    keyOf,
    changes,
  }: { keyOf: (item: Item) => string; changes: readonly { item: Item; count: number }[] },
): Item[] | null {
  const surplus = new Map<string, number>();
  const changed: Item[] = [];
  for (const { item, count } of changes) {
    if (count < 0) surplus.set(keyOf(item), -count);
    for (let added = 0; added < count; added++) changed.push(item);
  }
  for (const item of items) {
    const left = surplus.get(keyOf(item)) ?? 0;
    if (left === 0) changed.push(item);
    else surplus.set(keyOf(item), left - 1);
  }
  return [...surplus.values()].every((left) => left === 0) ? changed : null;
}

function keyOf({ reason, at }: Block): string {
  return `${at} ${reason}`;
}
