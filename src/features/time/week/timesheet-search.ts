import { day, searchOf, text } from "../../../lib/shape.ts";
import { parseWeek } from "./week.ts";

/** The search parameters of a timesheet: the week by one of its days, the open entry, or day and person of a new one. */
export const timesheetSearch = searchOf({
  week: (week) => parseWeek(text(week) ?? ""),
  entry: text,
  add: day,
  person: text,
});

export type TimesheetSearch = ReturnType<typeof timesheetSearch>;
