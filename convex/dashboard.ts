import { staffQuery } from "./functions.ts";
import { summarise, vDashboardAnalytics } from "./model/analytics/dashboard.ts";

/** The figures and the recent activity of the dashboard. */
export const summary = staffQuery("analytics:read")({
  args: {},
  returns: vDashboardAnalytics,
  handler: async (ctx) => await summarise(ctx),
});
