import { v } from "convex/values";
import { staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { actArgs, actTime } from "./model/context/actTimes.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce, isFirstTime } from "./model/context/requestKeys.ts";
import { requireProject } from "./model/projects/projects.ts";
import * as TimeEntries from "./model/time/timeEntries.ts";
import * as Writes from "./model/time/timeEntryWrites.ts";
import {
  createTimeEntryInput,
  timeRangeInput,
  updateTimeEntryInput,
} from "./rules/inputs/timeEntries.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

const rangeArgs = { projectId: v.string(), from: optionalText, to: optionalText };

/** The fields of an entry that a caller may send; sent hours are ignored, because they follow from start and end. */
const entryArgs = {
  unitId: optionalText,
  userId: optionalText,
  teamMemberId: optionalText,
  startTime: optionalText,
  endTime: optionalText,
  totalHours: v.optional(v.union(v.string(), v.number(), v.null())),
  description: optionalText,
  date: optionalText,
};

/** The time entries of a project by date, then start, oldest first; with `from` and `to`, only those of these days. */
export const list = staffQuery("time:read")({
  args: rangeArgs,
  returns: v.array(TimeEntries.vTimeEntry),
  handler: async (ctx, { projectId, ...sent }) => {
    const range = parseInput(timeRangeInput, sent);
    const project = await requireProject(ctx, projectId);
    const entries = await TimeEntries.listTimeEntries(ctx, project._id, range);
    return entries.map(TimeEntries.toTimeEntry);
  },
});

/**
 * One page of all time entries of a project, in the order of `list`. `cursor` is the `continueCursor` of the page
 * before. There is no limit to the number of entries.
 */
export const page = staffQuery("time:read")({
  args: { projectId: v.string(), cursor: optionalText },
  returns: TimeEntries.vTimeEntryPage,
  handler: async (ctx, { projectId, cursor = null }) => {
    const project = await requireProject(ctx, projectId);
    return await TimeEntries.pageOfTimeEntries(ctx, project._id, cursor);
  },
});

/** The names of the people whose time the entries of `list` record, including people who have left the team. */
export const people = staffQuery("time:read")({
  args: rangeArgs,
  returns: TimeEntries.vTimePeople,
  handler: async (ctx, { projectId, ...sent }) => {
    const range = parseInput(timeRangeInput, sent);
    const project = await requireProject(ctx, projectId);
    const entries = await TimeEntries.listTimeEntries(ctx, project._id, range);
    return await TimeEntries.peopleOf(ctx, entries);
  },
});

/** Records time on a project for the caller; a manager may name another user. */
export const create = staffMutation("time:write")({
  args: { projectId: v.string(), ...actArgs, ...entryArgs },
  returns: TimeEntries.vTimeEntry,
  handler: async (ctx, { key, madeAt, projectId, ...sent }) => {
    const input = parseInput(createTimeEntryInput, sent);
    const time = actTime(madeAt);
    return await answerOnce(ctx, { operation: "timeEntries:create", key }, async () => {
      const subjects = await Writes.requireSubjects(ctx, projectId, sent);
      const id = await Writes.addTimeEntry(ctx, { ...input, ...subjects }, time);
      return TimeEntries.toTimeEntry(await TimeEntries.requireTimeEntry(ctx, id));
    });
  },
});

/** Updates the sent fields of a time entry, and its hours with them. Only its creator and managers may do that. */
export const update = staffMutation("time:write")({
  args: { timeEntryId: v.string(), projectId: v.optional(v.string()), ...actArgs, ...entryArgs },
  returns: TimeEntries.vTimeEntry,
  handler: async (ctx, { timeEntryId, key, madeAt, ...sent }) => {
    const entry = await Writes.requireOwnTimeEntry(ctx, timeEntryId);
    const { projectId, unitId, userId, teamMemberId } = sent;
    const subjects = { projectId, unitId, userId, teamMemberId };
    const input = { ...parseInput(updateTimeEntryInput, sent), time: actTime(madeAt) };
    const once = { operation: "timeEntries:update", key, record: timeEntryId };
    if (!(await isFirstTime(ctx, once))) return TimeEntries.toTimeEntry(entry);
    const updated = await Writes.updateTimeEntry(ctx, entry, { ...input, ...subjects });
    return TimeEntries.toTimeEntry(updated);
  },
});

/** Deletes a time entry. Only its creator and managers may do that. */
export const remove = staffMutation("time:write")({
  args: { timeEntryId: v.string(), ...actArgs },
  returns: vDeleted,
  handler: async (ctx, { timeEntryId, key, madeAt }) => {
    const time = actTime(madeAt);
    if (await isFirstTime(ctx, { operation: "timeEntries:remove", key, record: timeEntryId })) {
      const entry = await Writes.requireOwnTimeEntry(ctx, timeEntryId);
      await Writes.deleteTimeEntry(ctx, entry, time);
    }
    return { success: true as const };
  },
});
