import * as z from "zod";
import { requiredText } from "./fields.ts";

/**
 * The report of an open page: the name that it has given itself, the place that it shows, and the field that its person
 * types in.
 */
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

/** The report of a page that was closed. */
export const leaveInput = z.object({ page: requiredText("Page", 64) });

/** The id of a record of any kind. The record need not exist, because then nobody types in it. */
export const recordInput = z.object({ recordId: requiredText("Record", 64) });
