import * as z from "zod";
import { date, optionalText } from "./fields.ts";

/** The start and end that the add dialog proposes, in the viewer's local time. */
export const defaultShift = { start: "07:00", end: "16:00" };

/** The unpaid break of every shift, in hours. */
export const breakHours = 1;

/** The maximum paid hours of one entry: three digits before the decimal point. */
export const maxPaidHours = 999.99;

/** The message for a time entry without a start, as title and description. */
export const missingStart = {
  title: "Missing required field",
  description: "Please fill in start time",
};

/** The paid hours of a shift, rounded to 2 decimals and never below 0; times are milliseconds since the epoch. */
export function paidHours(startTime: number, endTime: number): number {
  const hours = (endTime - startTime) / 3_600_000 - breakHours;
  return Math.max(0, Math.round(hours * 100) / 100);
}

/** Hours as a text with 2 decimals, the public form of a time entry's hours. */
export function hoursText(hours: number): string {
  return hours.toFixed(2);
}

const startTime = () =>
  requiredDate("Start time", `${missingStart.title}: ${missingStart.description}`);
const day = () => requiredDate("Date", "Date is required");
const endTime = date("End time");
const description = optionalText("Description", 10_000);

/** The input of recording time; the hours follow from start and end. */
export const createTimeEntryInput = z.object({
  startTime: startTime(),
  endTime: endTime.optional(),
  description: description.optional(),
  date: day(),
});

export type CreateTimeEntryInput = z.output<typeof createTimeEntryInput>;

/** The input of updating a time entry; start and date cannot be cleared. */
export const updateTimeEntryInput = z.object({
  startTime: startTime().optional(),
  endTime: endTime.optional(),
  description: description.optional(),
  date: day().optional(),
});

export type UpdateTimeEntryInput = z.output<typeof updateTimeEntryInput>;

/** The range of the requested time entries, both ends inclusive. */
export const timeRangeInput = z.object({
  from: date("From").optional(),
  to: date("To").optional(),
});

export type TimeRange = z.output<typeof timeRangeInput>;

/** A sent date that must not be empty. */
function requiredDate(label: string, missing: string) {
  return z
    .unknown()
    .transform((sent) => sent ?? null)
    .pipe(date(label))
    .transform((ms, context) => {
      if (ms !== null) return ms;
      context.addIssue({ code: "custom", message: missing });
      return z.NEVER;
    });
}
