import * as z from "zod";
import { date, optionalText } from "./fields.ts";

/** The times that the add dialog proposes, as clock times of the viewer. */
export const defaultShift = { start: "07:00", end: "16:00" };

/** Every shift has an unpaid break of one hour. */
export const breakHours = 1;

/** The hours of one entry have at most three digits before the point. */
export const maxPaidHours = 999.99;

/** The message for a time entry without a start, as title and description. */
export const missingStart = {
  title: "Missing required field",
  description: "Please fill in start time",
};

/** The paid hours of a shift, with 2 decimals and never below 0. */
export function paidHours(startTime: number, endTime: number): number {
  const hours = (endTime - startTime) / 3_600_000 - breakHours;
  return Math.max(0, Math.round(hours * 100) / 100);
}

/** Hours as a time entry carries them: a text with 2 decimals. */
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

/** The input of changing a time entry: any of the same fields, start and date never empty. */
export const updateTimeEntryInput = z.object({
  startTime: startTime().optional(),
  endTime: endTime.optional(),
  description: description.optional(),
  date: day().optional(),
});

export type UpdateTimeEntryInput = z.output<typeof updateTimeEntryInput>;

/** The first and last moment of the time entries asked for; both are included. */
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
