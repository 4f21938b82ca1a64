import * as z from "zod/mini";
import { parseWeek } from "./week.ts";

/** The search parameters of a timesheet: the week by one of its days, the open entry, or day and person of a new one. */
export const timesheetSearch = z.object({
  week: z.catch(z.optional(z.pipe(z.string(), z.transform(parseWeek))), undefined),
  entry: z.catch(z.optional(z.string()), undefined),
  add: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined),
  person: z.catch(z.optional(z.string()), undefined),
});

export type TimesheetSearch = z.infer<typeof timesheetSearch>;
