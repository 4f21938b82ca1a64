import { isValid, parseISO } from "date-fns";
import * as z from "zod";

/** Entries of one page, unless the request says how many. */
const entriesByDefault = 50;

/** The message for a page size out of bounds. */
const limitMessage = "Limit must be a whole number from 1 to 100";

/** The message for a cursor that is none of the list. */
export const cursorMessage = "Cursor must be the continueCursor of a page of this list";

const cursor = z.string("Cursor must be text");

/** The part of a list that grows without end: the cursor of the page before, and a size. */
export const pageInput = {
  cursor: cursor.nullable().optional(),
  limit: z.int(limitMessage).min(1, limitMessage).max(100, limitMessage).default(entriesByDefault),
};

/** The same as search parameters, which are texts. */
export const pageParameters = {
  cursor: cursor.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, limitMessage)
    .transform(Number)
    .optional(),
};

/** A sent calendar day, "2026-03-02". */
export function day(label: string) {
  const message = `${label} must be a day such as 2026-03-02`;
  return z
    .string(message)
    .regex(/^\d{4}-\d{2}-\d{2}$/, message)
    .refine((text) => isValid(parseISO(text)), message);
}
