import * as z from "zod";
import { unitStatuses } from "../labels.ts";
import { blockInput, date, oneOf, requiredText } from "./fields.ts";
import { planInput } from "./plan.ts";

/** The input of updating a unit. */
export const updateUnitInput = z.object({
  status: oneOf("Status", unitStatuses).optional(),
  startDate: date("Start date").optional(),
  completionDate: date("Completion date").optional(),
  ...planInput,
  ...blockInput,
});

export type UpdateUnitInput = z.output<typeof updateUnitInput>;

/** The text of a note: never empty, without blanks around it. */
export const noteInput = z.object({ content: requiredText("Note", 10_000) });

/** The input of changing a note: the new text, and in `base` the text that its writer saw. */
export const changeNoteInput = noteInput.extend({
  base: z.string("The text before must be text").optional(),
});
