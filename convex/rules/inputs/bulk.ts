import * as z from "zod";

/** The maximum number of records that one act changes or deletes. */
export const maxBulk = 500;

/** The ids of the records of one act. */
const bulkIds = z
  .array(z.string("Ids must be text"), "Choose at least one")
  .min(1, "Choose at least one")
  .max(maxBulk, `At most ${maxBulk} can be changed at once`);

/** The input of one change of many records: their ids, and the fields to set in each. */
export function bulkChange<Shape extends z.ZodRawShape>(change: z.ZodObject<Shape>) {
  return z.object({
    ids: bulkIds,
    set: change.refine(
      (fields) => Object.values(fields).some((value) => value !== undefined),
      "Set at least one field",
    ),
  });
}

/** The input of deleting many records. */
export const bulkDeletion = z.object({ ids: bulkIds });
