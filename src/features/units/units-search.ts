import { z } from "zod";
import { UNIT_FILTERS } from "./unit-filter.ts";

export const UNIT_TABS = ["tasks", "photos", "notes"] as const;

/** What the address of a units page may hold: the filter, the open unit with its tab, the unit to assign to. */
export const unitsSearch = z.object({
  status: z.enum(UNIT_FILTERS).optional().catch(undefined),
  unit: z.string().optional().catch(undefined),
  tab: z.enum(UNIT_TABS).optional().catch(undefined),
  assign: z.string().optional().catch(undefined),
});

export type UnitsSearch = z.infer<typeof unitsSearch>;

export type UnitTab = (typeof UNIT_TABS)[number];
