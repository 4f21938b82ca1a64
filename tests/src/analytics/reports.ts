import type { AnalyticsReport } from "../../../src/features/analytics/analytics-types.ts";

/** A report in which every figure is another one. */
export function reportOf(
  figures: Partial<AnalyticsReport["figures"]> = {},
  fields: Partial<Omit<AnalyticsReport, "figures">> = {},
): AnalyticsReport {
  return {
    projectName: "Maple Court",
    labourRate: 50,
    unmeasured: [],
    ...fields,
    figures: {
      completionRate: 67,
      completedTasks: 12,
      totalTasks: 18,
      avgTurnTime: 4.5,
      costPerUnit: 1234.5,
      totalHours: 148.25,
      qualityScore: 4.2,
      onSchedulePercentage: 50,
      behindSchedulePercentage: 20,
      aheadSchedulePercentage: 30,
      crewUtilization: 45,
      equipmentUsage: 80,
      productivity: 91,
      safetyScore: 4.8,
      taskTrends: [
        { category: "Paint", avgDays: 2, trend: "improving", change: -0.5 },
        { category: "Plumbing", avgDays: 1.3, trend: "stable", change: 0 },
        { category: "Roof", avgDays: 6.1, trend: "other", change: 1.2 },
      ],
      teamMembers: [
        memberOf("Ada", "crew_member", "Painter"),
        memberOf("Ben", "supervisor", null),
        memberOf("Cid", "contractor", "Plumber"),
      ],
      ...figures,
    },
  };
}

/** The figures of a project in which nothing has happened. */
export const nothing: AnalyticsReport["figures"] = {
  ...{ completionRate: 0, completedTasks: 0, totalTasks: 0, avgTurnTime: 0, costPerUnit: 0 },
  ...{ totalHours: 0, qualityScore: 0, onSchedulePercentage: 0, behindSchedulePercentage: 0 },
  ...{ aheadSchedulePercentage: 0, crewUtilization: 0, equipmentUsage: 0, productivity: 0 },
  ...{ safetyScore: 0, taskTrends: [], teamMembers: [] },
};

function memberOf(
  firstName: string,
  role: AnalyticsReport["figures"]["teamMembers"][number]["role"],
  trade: string | null,
) {
  const id = `id of ${firstName}` as AnalyticsReport["figures"]["teamMembers"][number]["id"];
  return { id, firstName, lastName: "Stone", role, trade };
}
