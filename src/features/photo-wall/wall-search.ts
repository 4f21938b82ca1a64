import * as z from "zod/mini";
import { photoTypes } from "../../../convex/rules/labels.ts";

const id = z.catch(z.optional(z.string()), undefined);

/** The search parameters of a project's photos: filters, the open photo, and the photos that are chosen to be compared. */
export const wallSearch = z.object({
  unit: id,
  stage: z.catch(z.optional(z.enum(photoTypes)), undefined),
  /** A task of the unit. */
  task: id,
  who: id,
  day: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined),
  photo: id,
  /** Photos are chosen: none, one or two so far. */
  pair: z.catch(z.optional(z.array(z.string()).check(z.maxLength(2))), undefined),
});

export type WallSearch = z.infer<typeof wallSearch>;

/** The parameters that narrow the photos. */
export const WALL_FILTERS = ["unit", "stage", "task", "who", "day"] as const;
