import * as z from "zod";
import { parseDate } from "../../lib/dates.ts";
import { must } from "../../lib/errors.ts";
import { day, pageInput } from "./pages.ts";

/** The filters of history: person, kind of event, and days. */
export const historyFilters = {
  userId: z.string("User must be an id").optional(),
  kind: z.string("Kind must be text").max(100, "Kind is no kind of event").optional(),
  from: day("From").optional(),
  to: day("To").optional(),
};

/** The input of a page of the history of a unit or of a project. */
export const historyInput = z.object({
  ...{ ...historyFilters, ...pageInput },
  /** The end of a page that was read before, so that events added since stay on that page. */
  through: pageInput.cursor,
});

export type HistoryInput = z.output<typeof historyInput>;

const sinceMessage = "Since must be a date and time such as 2026-03-02T07:00:00Z";

/** The time since when changes are requested, as the caller sends it. */
export const sinceText = z
  .string(sinceMessage)
  .refine((sent) => typeof parseDate(sent) === "number", sinceMessage);

/** The input of a page of other users' changes in the caller's projects. */
export const whileAwayInput = z.object({
  since: sinceText.transform((sent) =>
    must(parseDate(sent), "a moment that fits the rules is one"),
  ),
  ...pageInput,
});

export type WhileAwayInput = z.output<typeof whileAwayInput>;
