import { defaultShift } from "../../../../convex/rules/inputs/timeEntries.ts";
import { day, objectOf, oneOf, type Shape, type ShapesOf, text } from "../../../lib/shape.ts";
import { dayOf } from "../../../lib/format.ts";
import type { EntryFields } from "../../../lib/optimistic/time-entries.ts";
import { instantOf, shiftTimeOf, type ShiftTime } from "./shift.ts";
import { ownerKey, type Owner, type TimeEntry } from "../week/timesheet.ts";

/** The values that the dialog edits, with clock times in the viewer's time zone. */
export type EntryFormValues = {
  person: string;
  date: string;
  start: ShiftTime;
  end: ShiftTime;
  unitId: string;
  description: string;
};

const shiftTime: Shape<ShiftTime> = (value) => {
  const known = objectOf({ time: text, dayOffset: oneOf([-2, -1, 0, 1, 2]) })(value);
  return known && /^(\d\d:\d\d)?$/.test(known.time) ? known : undefined;
};

/** The shapes of the values that a device may have kept. */
export const keptFields: ShapesOf<EntryFormValues> = {
  ...{ person: text, date: day, start: shiftTime, end: shiftTime },
  ...{ unitId: text, description: text },
};

/** The proposed values of a new entry. */
export function newValues(person: string, date: string): EntryFormValues {
  const { start, end } = defaultShift;
  return {
    ...{ person, date, unitId: "", description: "" },
    start: { time: start, dayOffset: 0 },
    end: { time: end, dayOffset: 0 },
  };
}

/** The form values of an entry, in the viewer's time zone. */
export function valuesOf(entry: TimeEntry): EntryFormValues {
  const date = dayOf(entry.date);
  return {
    ...{ person: ownerKey(entry), date, unitId: entry.unitId ?? "" },
    description: entry.description ?? "",
    start: shiftTimeOf(date, entry.startTime),
    end: shiftTimeOf(date, entry.endTime),
  };
}

/** The fields to send for these values; the start time must be set. */
export function fieldsOf(
  values: EntryFormValues,
  { projectId, owner, viewerId }: { projectId: string; owner: Owner; viewerId: string },
): EntryFields {
  const { date, start, end, unitId, description } = values;
  return {
    ...{ projectId, date, description },
    teamMemberId: owner.teamMemberId,
    userId: owner.userId ?? viewerId,
    unitId: unitId === "" ? null : unitId,
    startTime: instantOf(date, start) ?? "",
    endTime: instantOf(date, end),
  };
}

/** The fields with changed values only, so that saving does not overwrite other people's changes. */
export function changedFields(
  fields: EntryFields,
  { values, initial }: { values: EntryFormValues; initial: EntryFormValues },
): Partial<EntryFields> {
  const isChanged = (...names: (keyof EntryFormValues)[]) =>
    names.some((name) => JSON.stringify(values[name]) !== JSON.stringify(initial[name]));
  const { date, startTime, endTime, teamMemberId, userId, unitId, description } = fields;
  const person = teamMemberId === null ? { teamMemberId, userId } : { teamMemberId };
  return {
    ...(isChanged("date") ? { date } : {}),
    // A changed day changes both times too.
    ...(isChanged("date", "start") ? { startTime } : {}),
    ...(isChanged("date", "end") ? { endTime } : {}),
    ...(isChanged("person") ? person : {}),
    ...(isChanged("unitId") ? { unitId } : {}),
    ...(isChanged("description") ? { description } : {}),
  };
}
