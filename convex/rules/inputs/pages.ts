import { isValid, parseISO } from "date-fns";
import * as z from "zod";

/** The default size of a page. */
const entriesByDefault = 50;

/** The message for an invalid page size. */
const limitMessage = "Limit must be a whole number from 1 to 100";

/** The message for a cursor that does not belong to the list. */
export const cursorMessage = "Cursor must be the continueCursor of a page of this list";

const cursor = z.string("Cursor must be text");

/** The input of a page of an endless list: the cursor of the page before, and a size. */
export const pageInput = {
  cursor: cursor.nullable().optional(),
  limit: z.int(limitMessage).min(1, limitMessage).max(100, limitMessage).default(entriesByDefault),
};

/** The input of a page as search parameters, which are texts. */
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
