import * as z from "zod/mini";
import { UNIT_ALARMS, UNIT_FILTERS } from "./unit-filter.ts";

export const UNIT_TABS = ["tasks", "photos", "notes"] as const;

/** The search parameters of a units page: filter and text, the open unit with its tab and open photo, the unit to assign to. */
export const unitsSearch = z.object({
  status: z.catch(z.optional(z.enum(UNIT_FILTERS)), undefined),
  alarm: z.catch(z.optional(z.enum(UNIT_ALARMS)), undefined),
  q: z.catch(z.optional(z.coerce.string()), undefined),
  unit: z.catch(z.optional(z.string()), undefined),
  tab: z.catch(z.optional(z.enum(UNIT_TABS)), undefined),
  photo: z.catch(z.optional(z.string()), undefined),
  assign: z.catch(z.optional(z.string()), undefined),
});

export type UnitsSearch = z.infer<typeof unitsSearch>;

export type UnitTab = (typeof UNIT_TABS)[number];
