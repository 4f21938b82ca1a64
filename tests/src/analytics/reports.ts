import type { AnalyticsReport } from "../../../src/features/analytics/figures/analytics-types.ts";

/** A report in which every figure is another one. */
export function reportOf(
  figures: Partial<AnalyticsReport["figures"]> = {},
  fields: Partial<Omit<AnalyticsReport, "figures">> = {},
): AnalyticsReport {
  return {
    projectName: "Maple Court",
    labourRate: 50,
    unmeasured: [],
    basis: {
      turns: { units: 4, days: 18 },
      units: 6,
      tasksDue: { all: 10, inTime: 9 },
      unitsDone: { all: 5, withPhoto: 4 },
      schedule: { ahead: 3, on: 5, behind: 2 },
      crew: { people: 2, hoursPerShift: 8, hours: 336 },
      days: { working: 21, worked: 17 },
      estimatedHours: 135,
      shifts: { finished: 1250, long: 50, longestSafe: 10 },
    },
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
