import { anyText, listOf, oneOf, searchOf, text } from "../../../lib/shape.ts";
import { historyFilters } from "../../../lib/history/history-search.ts";
import { risks, unitStatuses } from "../../../../convex/rules/labels.ts";

/** The values of the status filter. Completed units are hidden unless they are chosen. */
export const STATUS_FILTERS = [...unitStatuses, "any"] as const;

export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The value of the person filter for open tasks that nobody has. */
export const NOBODY = "nobody";

/** The search parameters of a board: filters, order, folded categories, the open unit, and the screen of an office. */
export const boardSearch = searchOf({
  q: anyText,
  risk: oneOf(risks),
  status: oneOf(STATUS_FILTERS),
  category: anyText,
  who: text,
  blocked: oneOf([1]),
  /** The key of a column, with "-" before it for the reverse order. Without it the most urgent units come first. */
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
