import * as z from "zod/mini";
import { HISTORY_FILTERS, historyFilters } from "../../lib/history/history-search.ts";
import { UNIT_ALARMS, UNIT_FILTERS } from "./unit-filter.ts";

export const UNIT_TABS = ["tasks", "photos", "notes"] as const;

/** The contents of an open unit: those of its tabs, and its history. */
const UNIT_VIEWS = [...UNIT_TABS, "history"] as const;

/** The search parameters that an open unit has. */
export const UNIT_KEYS = ["unit", "tab", "task", "photo", "note", ...HISTORY_FILTERS] as const;

/** The search parameters of a units page: filter and text, the open unit with its tab and what of it is in sight, the unit to assign to. */
export const unitsSearch = z.object({
  status: z.catch(z.optional(z.enum(UNIT_FILTERS)), undefined),
  alarm: z.catch(z.optional(z.enum(UNIT_ALARMS)), undefined),
  q: z.catch(z.optional(z.coerce.string()), undefined),
  unit: z.catch(z.optional(z.string()), undefined),
  tab: z.catch(z.optional(z.enum(UNIT_VIEWS)), undefined),
  task: z.catch(z.optional(z.string()), undefined),
  photo: z.catch(z.optional(z.string()), undefined),
  note: z.catch(z.optional(z.string()), undefined),
  assign: z.catch(z.optional(z.string()), undefined),
  ...historyFilters,
});

export type UnitsSearch = z.infer<typeof unitsSearch>;

export type UnitTab = (typeof UNIT_TABS)[number];

export type UnitView = (typeof UNIT_VIEWS)[number];
