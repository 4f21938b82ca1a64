import { anyText, listOf, oneOf, searchOf, text } from "../../../lib/shape.ts";
import { historyFilters } from "../../../lib/history/history-search.ts";
import { risks, unitStatuses } from "../../../../convex/rules/labels.ts";

/** The statuses by which units are shown; completed ones are hidden until they are asked for. */
export const STATUS_FILTERS = [...unitStatuses, "any"] as const;

export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Stands for open tasks that were given to nobody. */
export const NOBODY = "nobody";

/** The search parameters of a board: filters, order, folded categories, the open unit, and the screen of an office. */
export const boardSearch = searchOf({
  q: anyText,
  risk: oneOf(risks),
  status: oneOf(STATUS_FILTERS),
  category: anyText,
  who: text,
  blocked: oneOf([1]),
  /** A column, with a "-" before it for the other way round; without it the most urgent first. */
  sort: text,
  /** The folded categories. */
  fold: listOf(anyText),
  wall: oneOf([1]),
  unit: text,
  tab: oneOf(["tasks", "photos", "notes", "history"]),
  photo: text,
  assign: text,
  ...historyFilters,
});

export type BoardSearch = ReturnType<typeof boardSearch>;
