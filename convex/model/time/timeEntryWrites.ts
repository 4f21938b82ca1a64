import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import {
  hoursText,
  maxPaidHours,
  paidHours,
  type UpdateTimeEntryInput,
} from "../../rules/inputs/timeEntries.ts";
import { canChangeTimeEntry, isProjectManager } from "../../rules/permissions.ts";
import { type ActTime, momentOf } from "../context/actTimes.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";
import { changesOf, patchOf, recordEvent } from "../history/events.ts";
import { relist, unlistPart } from "../history/feed.ts";
import { nameChanges } from "../history/fieldNames.ts";
import {
  fieldsChangedLater,
  laterActs,
  type Subject,
  withoutOvertaken,
} from "../history/laterActs.ts";
import { addTrashItem } from "../history/trashItems.ts";
import { CountChanges } from "../numbers/counts.ts";
import { requireProject } from "../projects/projects.ts";
import { creatorOf, ownerName, requireTimeEntry } from "./timeEntries.ts";

/** The ids that a sent entry may refer to; null and an empty text mean none. */
export type SentSubjects = {
  projectId?: string | undefined;
  unitId?: string | null | undefined;
  userId?: string | null | undefined;
  teamMemberId?: string | null | undefined;
};

type Subjects = Pick<Doc<"timeEntries">, "projectId" | "unitId" | "userId" | "teamMemberId">;

/** The changed references of an entry; a field that is present and undefined is cleared. */
type ChangedSubjects = { [Name in keyof Subjects]?: Subjects[Name] | undefined };

/** The fields of an entry that the dashboard's list shows. A change of one of them lists the entry again as new. */
const listedFields: readonly string[] = [
  ...["projectId", "unitId", "userId", "teamMemberId", "totalHours"],
];

/** The time entry of a sent id; throws when it does not exist or the caller may not change it. */
export async function requireOwnTimeEntry(
  ctx: WriterCtx,
  sent: string,
): Promise<Doc<"timeEntries">> {
  const entry = await requireTimeEntry(ctx, sent);
  const { _id: id, role } = ctx.viewer;
  if (canChangeTimeEntry({ id, role }, { createdBy: creatorOf(entry) })) return entry;
  throw new AppError("forbidden", "Only its creator, managers and administrators may change this.");
}

/** The checked references of a new entry. It records the caller's own time, unless a manager names another user. */
export async function requireSubjects(
  ctx: WriterCtx,
  projectId: string,
  sent: SentSubjects,
): Promise<Subjects> {
  const userId = (await recorderOf(ctx, sent.userId)) ?? ctx.viewer._id;
  const project = await requireProject(ctx, projectId);
  const unitId = await unitOf(ctx, project._id, sent.unitId);
  const teamMemberId = await memberOf(ctx, sent.teamMemberId);
  return {
    projectId: project._id,
    userId,
    ...(unitId === undefined ? {} : { unitId }),
    ...(teamMemberId === undefined ? {} : { teamMemberId }),
  };
}

/** The changed references of an entry; references that were not sent stay. */
async function changedSubjects(
  ctx: WriterCtx,
  entry: Doc<"timeEntries">,
  sent: SentSubjects,
): Promise<ChangedSubjects> {
  const { userId: sentUser, teamMemberId: sentMember } = sent;
  const userId = sentUser === entry.userId ? undefined : await recorderOf(ctx, sentUser);
  const projectId =
    sent.projectId === undefined
      ? entry.projectId
      : (await requireProject(ctx, sent.projectId))._id;
  const isPlaced = sent.unitId !== undefined || projectId !== entry.projectId;
  const { unitId: sentUnit = entry.unitId } = sent;
  return {
    ...(sent.projectId === undefined ? {} : { projectId }),
    ...(userId === undefined ? {} : { userId }),
    ...(isPlaced ? { unitId: await unitOf(ctx, projectId, sentUnit) } : {}),
    ...(sentMember === undefined ? {} : { teamMemberId: await memberOf(ctx, sentMember) }),
  };
}

type NewTimeEntry = Subjects & {
  startTime: number;
  endTime?: number | null | undefined;
  description?: string | null | undefined;
  date: number;
};

/** Adds a time entry; its hours follow from start and end. */
export async function addTimeEntry(
  ctx: WriterCtx,
  { endTime, description, ...entry }: NewTimeEntry,
  time: ActTime,
): Promise<Id<"timeEntries">> {
  const totalHours = hoursOf(entry.startTime, endTime);
  const moment = momentOf(time);
  const added = {
    ...entry,
    createdBy: ctx.viewer._id,
    ...(endTime == null ? {} : { endTime }),
    ...(description == null ? {} : { description }),
    ...(totalHours === undefined ? {} : { totalHours }),
    createdAt: moment,
    updatedAt: moment,
  };
  const id = await ctx.db.insert("timeEntries", added);
  const counts = new CountChanges();
  counts.timeEntry(added, 1);
  await counts.apply(ctx);
  await recordEvent(ctx, {
    kind: "time.added",
    ...time,
    projectId: entry.projectId,
    ...(entry.unitId === undefined ? {} : { unitId: entry.unitId }),
    timeEntryId: id,
    label: await ownerName(ctx, entry),
    ...(totalHours === undefined ? {} : { count: totalHours, inFeed: true }),
  });
  return id;
}

/** Updates the sent fields of a time entry, and its hours; returns the updated entry. */
export async function updateTimeEntry(
  ctx: WriterCtx,
  entry: Doc<"timeEntries">,
  { time, ...sent }: UpdateTimeEntryInput & SentSubjects & { time: ActTime },
): Promise<Doc<"timeEntries">> {
  const later = await fieldsChangedLater(ctx, subjectOfEdits(entry), time);
  const { kept, overtaken } = withoutOvertaken(entry, sent, { fields: later });
  const { projectId, unitId, userId, teamMemberId, ...input } = kept;
  const subjects = await changedSubjects(ctx, entry, { projectId, unitId, userId, teamMemberId });
  const { startTime = entry.startTime, endTime = entry.endTime } = input;
  const totalHours = hoursOf(startTime, endTime);
  const fields = changesOf(entry, { ...input, ...subjects, totalHours });
  const changes = await nameChanges(ctx, fields);
  if (changes.length + overtaken.length === 0) return entry;
  // Rows of earlier versions lack the creator. It is stored now, because the entry's user may change and its creator
  // must not.
  const createdBy = creatorOf(entry);
  await ctx.db.patch("timeEntries", entry._id, {
    ...patchOf(changes),
    createdBy,
    updatedAt: time.at,
  });
  const updated = await requireTimeEntry(ctx, entry._id);
  const counts = new CountChanges();
  counts.timeEntry(entry, -1);
  counts.timeEntry(updated, 1);
  await counts.apply(ctx);
  const isListedAnew = changes.some(({ field }) => listedFields.includes(field));
  if (isListedAnew) await unlistPart(ctx, { timeEntryId: entry._id });
  await recordEvent(ctx, {
    ...subjectOf(updated),
    kind: "time.updated",
    ...time,
    label: await ownerName(ctx, updated),
    changes,
    ...(overtaken.length > 0 && { overtaken: await nameChanges(ctx, overtaken) }),
    ...(totalHours === undefined ? {} : { count: totalHours, inFeed: isListedAnew }),
  });
  return updated;
}

/** Deletes a time entry, unless it was changed elsewhere after the time of the deletion. */
export async function deleteTimeEntry(
  ctx: WriterCtx,
  entry: Doc<"timeEntries">,
  time: ActTime,
): Promise<void> {
  const isOvertaken = (await laterActs(ctx, subjectOfEdits(entry), time)).length > 0;
  const label = await ownerName(ctx, entry);
  const eventId = await recordEvent(ctx, {
    ...{ ...subjectOf(entry), kind: "time.removed", ...time, label },
    ...(entry.totalHours === undefined ? {} : { count: entry.totalHours }),
    ...(isOvertaken && { overtaken: [] }),
  });
  if (isOvertaken) return;
  const { projectId, unitId, totalHours } = entry;
  const name = totalHours === undefined ? label : `${label}, ${hoursText(totalHours)} h`;
  const trashId = await addTrashItem(ctx, {
    ...{ kind: "time_entry", recordId: entry._id, name, projectId, eventId },
    ...(unitId !== undefined && { unitId }),
  });
  await ctx.db.patch("timeEntries", entry._id, { trashId });
  await countEntry(ctx, entry, -1);
  await unlistPart(ctx, { timeEntryId: entry._id }, trashId);
}

/** Restores a time entry from the trash as it was. */
export async function restoreTimeEntry(
  ctx: MutationCtx,
  entry: Doc<"timeEntries">,
  item: Doc<"trash">,
): Promise<void> {
  await ctx.db.patch("timeEntries", entry._id, { trashId: undefined });
  await countEntry(ctx, entry, 1);
  await relist(ctx, { timeEntryId: entry._id }, { by: item._id });
}

async function countEntry(
  ctx: MutationCtx,
  entry: Doc<"timeEntries">,
  sign: 1 | -1,
): Promise<void> {
  const counts = new CountChanges();
  counts.timeEntry(entry, sign);
  await counts.apply(ctx);
}

/** The paid hours of a shift; undefined while it has no end. Throws when the shift is too long. */
function hoursOf(startTime: number, endTime: number | null | undefined): number | undefined {
  if (endTime == null) return undefined;
  const hours = paidHours(startTime, endTime);
  if (hours <= maxPaidHours) return hours;
  const message = `A time entry has at most ${maxPaidHours} hours`;
  throw new AppError("invalid", message, [{ path: "endTime", message }]);
}

function subjectOfEdits({ _id }: Doc<"timeEntries">): Subject {
  return { kind: "time.updated", timeEntryId: _id };
}

function subjectOf({ _id, projectId, unitId }: Doc<"timeEntries">) {
  return { projectId, ...(unitId === undefined ? {} : { unitId }), timeEntryId: _id };
}

async function recorderOf(ctx: WriterCtx, sent: string | null | undefined) {
  if (sent == null || sent === "") return undefined;
  if (sent === ctx.viewer._id) return ctx.viewer._id;
  if (!isProjectManager(ctx.viewer.role)) {
    throw new AppError("forbidden", "Only managers may record time in the name of somebody else.");
  }
  const id = ctx.db.normalizeId("users", sent);
  const user = id === null ? null : await ctx.db.get("users", id);
  if (user === null || user.removedAt !== undefined) throw refused("userId", "User not found");
  return user._id;
}

async function unitOf(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  sent: string | null | undefined,
): Promise<Id<"units"> | undefined> {
  if (sent == null || sent === "") return undefined;
  const id = ctx.db.normalizeId("units", sent);
  const unit = id === null ? null : await ctx.db.get("units", id);
  if (unit?.projectId === projectId) return unit._id;
  throw refused("unitId", "The unit does not belong to this project");
}

async function memberOf(ctx: QueryCtx, sent: string | null | undefined) {
  if (sent == null || sent === "") return undefined;
  const id = ctx.db.normalizeId("teamMembers", sent);
  const member = id === null ? null : await ctx.db.get("teamMembers", id);
  if (member === null) throw refused("teamMemberId", "Team member not found");
  return member._id;
}

function refused(path: string, message: string): AppError {
  return new AppError("invalid", message, [{ path, message }]);
}
