import { z } from "zod";

/** The periods that analytics knows, in days. */
export const analyticsPeriods = [30, 90, 365] as const;

export type AnalyticsPeriod = (typeof analyticsPeriods)[number];

/** The period of analytics; none means the whole history. */
export const periodInput = z
  .literal(analyticsPeriods, `Period must be one of ${analyticsPeriods.join(", ")}`)
  .optional();
