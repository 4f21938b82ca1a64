import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { personName } from "../../lib/names.ts";
import { cursorMessage } from "../../rules/inputs/pages.ts";
import { hoursText, type TimeRange } from "../../rules/inputs/timeEntries.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { projectExists } from "../context/records.ts";

/** Entries are listed up to this number and size at once; all of a project are read in pages. */
const maxListed = 8000;
const pageSize = 1000;
/** The answer may have twice as many bytes as the entries of a page, and a function may answer with 16 MB. */
const maxPageBytes = 4 * 2 ** 20;

const nullableText = v.union(v.string(), v.null());

export const vTimeEntry = v.object({
  id: v.id("timeEntries"),
  projectId: v.id("projects"),
  unitId: v.union(v.id("units"), v.null()),
  userId: v.id("users"),
  createdBy: v.id("users"),
  teamMemberId: v.union(v.id("teamMembers"), v.null()),
  startTime: v.string(),
  endTime: nullableText,
  totalHours: nullableText,
  description: nullableText,
  date: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

export const vTimeEntryPage = v.object({
  page: v.array(vTimeEntry),
  isDone: v.boolean(),
  continueCursor: v.string(),
});

/**
 * The owners of time entries. The owner of an entry is its team member, or without one the user whose time it records.
 */
export const vTimePeople = v.object({
  members: v.array(v.object({ id: v.id("teamMembers"), name: v.string() })),
  users: v.array(v.object({ id: v.id("users"), name: v.string() })),
});

/** A time entry in its public form. */
export function toTimeEntry(entry: Doc<"timeEntries">) {
  return {
    id: entry._id,
    projectId: entry.projectId,
    unitId: entry.unitId ?? null,
    userId: entry.userId,
    createdBy: creatorOf(entry),
    teamMemberId: entry.teamMemberId ?? null,
    startTime: toIso(entry.startTime),
    endTime: toIso(entry.endTime),
    totalHours: entry.totalHours === undefined ? null : hoursText(entry.totalHours),
    description: entry.description ?? null,
    date: toIso(entry.date),
    createdAt: toIso(entry.createdAt),
    updatedAt: toIso(entry.updatedAt),
  };
}

/** The user who created an entry. */
export function creatorOf({ createdBy, userId }: Doc<"timeEntries">): Id<"users"> {
  return createdBy ?? userId;
}

/** The time entry of a sent id; throws "not_found" when it or its project is deleted. */
export async function requireTimeEntry(ctx: QueryCtx, sent: string): Promise<Doc<"timeEntries">> {
  const id = ctx.db.normalizeId("timeEntries", sent);
  const entry = id === null ? null : await ctx.db.get("timeEntries", id);
  if (entry === null || !(await projectExists(ctx, entry.projectId)))
    throw new AppError("not_found", "Time entry not found");
  return entry;
}

/** The time entries of a project by date, then start, oldest first. */
function timeEntriesOf(ctx: QueryCtx, projectId: Id<"projects">, range: TimeRange = {}) {
  const from = range.from ?? -Infinity;
  const to = range.to ?? Infinity;
  return ctx.db
    .query("timeEntries")
    .withIndex("projectId_date_startTime", (q) =>
      q.eq("projectId", projectId).gte("date", from).lte("date", to),
    );
}

/** The time entries of a project in a range of dates; throws "too_large" when there are more than one answer takes. */
export async function listTimeEntries(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  range: TimeRange,
): Promise<Doc<"timeEntries">[]> {
  const room = new ListRoom();
  const entries = await room.take(timeEntriesOf(ctx, projectId, range), maxListed + 1);
  if (entries.length > maxListed || room.isFull)
    throw new AppError("too_large", "These are too many time entries: ask for fewer days");
  return entries;
}

/** One page of the time entries of a project after a cursor; throws "invalid" for a cursor of another list. */
export async function pageOfTimeEntries(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  cursor: string | null,
) {
  const opts = { numItems: pageSize, cursor, maximumBytesRead: maxPageBytes };
  const { page, isDone, continueCursor } = await timeEntriesOf(ctx, projectId)
    .paginate(opts)
    .catch((error: unknown) => {
      throw isOfCursor(error)
        ? new AppError("invalid", cursorMessage, [{ path: "cursor", message: cursorMessage }])
        : error;
    });
  return { page: page.map(toTimeEntry), isDone, continueCursor };
}

/** True for the failure of a page whose cursor Convex did not make for this query. */
function isOfCursor(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("InvalidCursor");
}

/** The names of the owners of these entries, deleted users included. */
export async function peopleOf(ctx: QueryCtx, entries: readonly Doc<"timeEntries">[]) {
  const memberIds = new Set(entries.flatMap(({ teamMemberId }) => teamMemberId ?? []));
  const userIds = new Set(
    entries.flatMap((entry) => (entry.teamMemberId === undefined ? entry.userId : [])),
  );
  const members = await Promise.all(
    Array.from(memberIds, async (id) => {
      const member = await ctx.db.get("teamMembers", id);
      return member === null ? [] : { id, name: personName(member) };
    }),
  );
  const users = await Promise.all(
    Array.from(userIds, async (id) => {
      const user = await ctx.db.get("users", id);
      return user === null ? [] : { id, name: personName(user) };
    }),
  );
  return { members: members.flat(), users: users.flat() };
}

/** The name of an entry's owner. */
export async function ownerName(
  ctx: QueryCtx,
  { teamMemberId, userId }: Pick<Doc<"timeEntries">, "teamMemberId" | "userId">,
): Promise<string> {
  const member = teamMemberId === undefined ? null : await ctx.db.get("teamMembers", teamMemberId);
  const person = member ?? (await ctx.db.get("users", userId));
  return person === null ? "Unknown" : personName(person);
}
