import * as z from "zod";
import { requiredText } from "./fields.ts";

/** Says that a page is there: the name it has given itself, the place it shows, and what its person types in. */
export const lookInput = z
  .object({
    page: requiredText("Page", 64),
    projectId: z.string("Project must be an id"),
    unitId: z.string("Unit must be an id").nullable().optional(),
    recordId: z.string("Record must be an id").nullable().optional(),
    field: requiredText("Field", 64).nullable().optional(),
  })
  .refine(({ recordId = null, field = null }) => (recordId === null) === (field === null), {
    path: ["field"],
    message: "A record and its field come together",
  });

export type LookInput = z.output<typeof lookInput>;

/** Says that a page is gone. */
export const leaveInput = z.object({ page: requiredText("Page", 64) });

/** A record of any kind; one that nobody types in need not exist. */
export const recordInput = z.object({ recordId: requiredText("Record", 64) });
