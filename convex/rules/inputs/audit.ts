import * as z from "zod";
import { day, pageInput } from "./pages.ts";

/** The input of a page of the audit log: filters, the cursor of the page before, and a size. */
export const listAuditInput = z.object({
  kind: z.string("Kind must be text").max(100, "Kind is no kind of entry").optional(),
  userId: z.string("User must be an id").optional(),
  from: day("From").optional(),
  to: day("To").optional(),
  ...pageInput,
});

export type ListAuditInput = z.output<typeof listAuditInput>;
