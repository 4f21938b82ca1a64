import { oneOf, searchOf } from "../../lib/shape.ts";
import { analyticsPeriods, type AnalyticsPeriod } from "../../../convex/rules/labels.ts";

/** The search parameters of an analytics page: the period, unless it is the usual one, and the scope of the days. */
export const analyticsSearch = searchOf({
  days: oneOf(["all"]),
  period: oneOf(analyticsPeriods),
});

/** The period shown while none is chosen. */
export const usualPeriod: AnalyticsPeriod = 30;

/** The names of the periods. */
export const periodLabels: Readonly<Record<AnalyticsPeriod, string>> = {
  30: "Last 30 Days",
  90: "Last 90 Days",
  365: "This Year",
};
