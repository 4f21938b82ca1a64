import * as z from "zod/mini";
import { historyFilters } from "../../../lib/history/history-search.ts";
import { risks, unitStatuses } from "../../../../convex/rules/labels.ts";

/** The statuses by which units are shown; completed ones are hidden until they are asked for. */
export const STATUS_FILTERS = [...unitStatuses, "any"] as const;

export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Stands for open tasks that were given to nobody. */
export const NOBODY = "nobody";

/** The search parameters of a board: filters, order, folded categories, the open unit, and the screen of an office. */
export const boardSearch = z.object({
  q: z.catch(z.optional(z.string()), undefined),
  risk: z.catch(z.optional(z.enum(risks)), undefined),
  status: z.catch(z.optional(z.enum(STATUS_FILTERS)), undefined),
  category: z.catch(z.optional(z.string()), undefined),
  who: z.catch(z.optional(z.string()), undefined),
  blocked: z.catch(z.optional(z.literal(1)), undefined),
  /** A column, with a "-" before it for the other way round; without it the most urgent first. */
  sort: z.catch(z.optional(z.string()), undefined),
  /** The folded categories. */
  fold: z.catch(z.optional(z.array(z.string())), undefined),
  wall: z.catch(z.optional(z.literal(1)), undefined),
  unit: z.catch(z.optional(z.string()), undefined),
  tab: z.catch(z.optional(z.enum(["tasks", "photos", "notes", "history"])), undefined),
  photo: z.catch(z.optional(z.string()), undefined),
  assign: z.catch(z.optional(z.string()), undefined),
  ...historyFilters,
});

export type BoardSearch = z.infer<typeof boardSearch>;
