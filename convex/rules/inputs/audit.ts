import { isValid, parseISO } from "date-fns";
import * as z from "zod";

/** Entries of one page of the audit log, unless the request says how many. */
const entriesByDefault = 50;

/** A sent calendar day, "2026-03-02". */
function day(label: string) {
  const message = `${label} must be a day such as 2026-03-02`;
  return z
    .string(message)
    .regex(/^\d{4}-\d{2}-\d{2}$/, message)
    .refine((text) => isValid(parseISO(text)), message);
}

/** The message for a page size out of bounds. */
export const limitMessage = "Limit must be a whole number from 1 to 100";

/** The input of a page of the audit log: filters, the cursor of the page before, and a size. */
export const listAuditInput = z.object({
  kind: z.string("Kind must be text").max(100, "Kind is no kind of entry").optional(),
  userId: z.string("User must be an id").optional(),
  from: day("From").optional(),
  to: day("To").optional(),
  cursor: z.string("Cursor must be text").nullable().optional(),
  limit: z.int(limitMessage).min(1, limitMessage).max(100, limitMessage).default(entriesByDefault),
});

export type ListAuditInput = z.output<typeof listAuditInput>;
