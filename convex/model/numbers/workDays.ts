import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayMs, utcDay } from "../../lib/dates.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import type { ListRoom } from "../context/listRoom.ts";

/** The paid hours above which a shift counts as long. */
export const longestSafeShift = 10;

type CountedEntry = Pick<Doc<"timeEntries">, "projectId" | "date" | "totalHours"> & {
  teamMemberId?: Id<"teamMembers"> | undefined;
};

/** The sums of time entries; hours are in hundredths, so that sums are exact. */
export type WorkTotals = {
  entries: number;
  finished: number;
  long: number;
  hours: number;
  hoursByMember: Map<Id<"teamMembers">, number>;
};

type DayChange = { projectId: Id<"projects">; day: number; totals: WorkTotals };

/** Collects the changes that a transaction makes to the working days of projects, and writes them once at the end. */
export class WorkDayChanges {
  readonly #days = new Map<string, DayChange>();

  /** Adds (+1) or subtracts (-1) a time entry with these fields. */
  entry(entry: CountedEntry, sign: 1 | -1): void {
    const { projectId } = entry;
    const day = utcDay(entry.date);
    const key = `${projectId} ${day}`;
    const change = this.#days.get(key) ?? { projectId, day, totals: noWork() };
    this.#days.set(key, change);
    addEntry(change.totals, entry, sign);
  }

  /** Writes the collected changes. Call it after the entries are written. */
  async apply(ctx: MutationCtx): Promise<void> {
    for (const { projectId, day, totals } of this.#days.values()) {
      const row = await workDay(ctx, projectId, day);
      if (row === null) await rebuildWorkDay(ctx, { projectId, day });
      else {
        addDay(totals, row);
        await write(ctx, row, { projectId, day, totals });
      }
    }
  }
}

/**
 * Rebuilds the row of a project's working day from its time entries. They are counted in the room of a step, if there is
 * one.
 */
export async function rebuildWorkDay(
  ctx: MutationCtx,
  { projectId, day }: { projectId: Id<"projects">; day: number },
  room?: ListRoom,
): Promise<void> {
  const totals = noWork();
  const range = { from: day * dayMs, to: (day + 1) * dayMs };
  for await (const entry of entriesOf(ctx, projectId, range)) {
    addEntry(totals, entry, 1);
    room?.count(entry);
  }
  await write(ctx, await workDay(ctx, projectId, day), { projectId, day, totals });
}

/**
 * The sums of a project's time entries from `from` (inclusive) to `to` (exclusive), and their calendar days (UTC). A
 * whole day costs one row; single entries are read only for a day that the range cuts.
 */
export async function workDuring(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { from, to }: { from: number; to: number },
): Promise<{ totals: WorkTotals; days: number[] }> {
  const totals = noWork();
  const days = new Set<number>();
  const firstWhole = Math.ceil(from / dayMs);
  const endWhole = Math.floor(to / dayMs);
  const rows = ctx.db
    .query("workDays")
    .withIndex("projectId_day", (q) =>
      q.eq("projectId", projectId).gte("day", firstWhole).lt("day", endWhole),
    );
  for await (const row of rows) {
    addDay(totals, row);
    days.add(row.day);
  }
  const cut = [
    { from, to: Math.min(firstWhole * dayMs, to) },
    { from: Math.max(endWhole * dayMs, from, firstWhole * dayMs), to },
  ];
  for (const range of cut) {
    if (!(range.from < range.to)) continue;
    for await (const entry of entriesOf(ctx, projectId, range)) {
      addEntry(totals, entry, 1);
      days.add(utcDay(entry.date));
    }
  }
  return { totals, days: [...days] };
}

/** Deletes up to `limit` rows of a deleted project; returns their number. */
export async function deleteWorkDays(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  limit: number,
): Promise<number> {
  const rows = await ctx.db
    .query("workDays")
    .withIndex("projectId_day", (q) => q.eq("projectId", projectId))
    .take(limit);
  for (const row of rows) await ctx.db.delete("workDays", row._id);
  return rows.length;
}

function noWork(): WorkTotals {
  return { entries: 0, finished: 0, long: 0, hours: 0, hoursByMember: new Map() };
}

function addEntry(totals: WorkTotals, entry: CountedEntry, sign: 1 | -1): void {
  totals.entries += sign;
  if (entry.totalHours === undefined) return;
  totals.finished += sign;
  if (entry.totalHours > longestSafeShift) totals.long += sign;
  const hours = sign * Math.round(entry.totalHours * 100);
  totals.hours += hours;
  if (entry.teamMemberId !== undefined) addHours(totals, entry.teamMemberId, hours);
}

function addDay(totals: WorkTotals, row: Doc<"workDays">): void {
  totals.entries += row.entries;
  totals.finished += row.finished;
  totals.long += row.long;
  totals.hours += row.hours;
  for (const { teamMemberId, hours } of row.members) addHours(totals, teamMemberId, hours);
}

function addHours({ hoursByMember }: WorkTotals, member: Id<"teamMembers">, hours: number): void {
  hoursByMember.set(member, (hoursByMember.get(member) ?? 0) + hours);
}

async function write(
  ctx: MutationCtx,
  row: Doc<"workDays"> | null,
  { projectId, day, totals: { hoursByMember, ...counts } }: DayChange,
): Promise<void> {
  const members = Array.from(hoursByMember, ([teamMemberId, hours]) => ({ teamMemberId, hours }));
  const worked = members.filter(({ hours }) => hours !== 0);
  const next = { projectId, day, ...counts, members: worked };
  if (row === null) {
    if (counts.entries !== 0) await ctx.db.insert("workDays", next);
  } else if (counts.entries === 0) await ctx.db.delete("workDays", row._id);
  else await ctx.db.replace("workDays", row._id, next);
}

async function workDay(ctx: QueryCtx, projectId: Id<"projects">, day: number) {
  return await ctx.db
    .query("workDays")
    .withIndex("projectId_day", (q) => q.eq("projectId", projectId).eq("day", day))
    .unique();
}

function entriesOf(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { from, to }: { from: number; to: number },
) {
  return ctx.db
    .query("timeEntries")
    .withIndex("projectId_date_startTime", (q) =>
      q.eq("projectId", projectId).gte("date", from).lt("date", to),
    );
}
