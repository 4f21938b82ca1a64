import * as z from "zod";
import { unitStatuses } from "../labels.ts";
import { date, oneOf } from "./fields.ts";

/** What updating a unit takes. */
export const updateUnitInput = z.object({
  status: oneOf("Status", unitStatuses).optional(),
  startDate: date("Start date").optional(),
  completionDate: date("Completion date").optional(),
});

export type UpdateUnitInput = z.output<typeof updateUnitInput>;
