import { anyText, oneOf, searchOf, text } from "../../lib/shape.ts";
import { historyFilters } from "../../lib/history/history-search.ts";
import { UNIT_ALARMS, UNIT_FILTERS } from "./unit-filter.ts";

export const UNIT_TABS = ["tasks", "photos", "notes"] as const;

/** The views of an open unit: its tabs, and its history. */
const UNIT_VIEWS = [...UNIT_TABS, "history"] as const;

/**
 * The search parameters of a units page: filter, order and text, the open unit with its tab and its chosen entry, the
 * unit to assign to.
 */
export const unitsSearch = searchOf({
  status: oneOf(UNIT_FILTERS),
  alarm: oneOf(UNIT_ALARMS),
  sort: oneOf(["risk"]),
  q: anyText,
  unit: text,
  tab: oneOf(UNIT_VIEWS),
  task: text,
  photo: text,
  note: text,
  assign: text,
  ...historyFilters,
});

export type UnitsSearch = ReturnType<typeof unitsSearch>;

export type UnitTab = (typeof UNIT_TABS)[number];

export type UnitView = (typeof UNIT_VIEWS)[number];
