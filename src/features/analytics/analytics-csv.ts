import type { AnalyticsPeriod } from "../../../convex/rules/labels.ts";
import { periodLabels } from "./analytics-search.ts";
import type { AnalyticsReport } from "./figures/analytics-types.ts";
import { type DaysReport, dayShares } from "./figures/day-shares.ts";
import { roleWords, trendLabel } from "./figures/figure-texts.ts";

export const analyticsFileName = "project-analytics-report.csv";

type DaySummary = Pick<DaysReport, "average" | "percent">;
type Line = [section: string, metric: string, value: string | number];

/**
 * The lines of an exported report: its project, then one line for each figure, trend value and team member, and the
 * days of the completed units, if they are known.
 */
export function analyticsLines(
  report: AnalyticsReport,
  period: AnalyticsPeriod,
  days?: DaySummary,
): Line[] {
  const { figures } = report;
  return [
    ["Section", "Metric", "Value"],
    ["Report", "Project", report.projectName],
    ["Report", "Period", periodLabels[period]],
    ["Metrics", "Project Completion Rate (%)", figures.completionRate],
    ["Metrics", "Completed Tasks", figures.completedTasks],
    ["Metrics", "Total Tasks", figures.totalTasks],
    ["Metrics", "Average Turn Time (days per unit)", figures.avgTurnTime],
    ["Metrics", "Cost per Unit ($)", figures.costPerUnit.toFixed(2)],
    ["Metrics", "Total Hours", figures.totalHours],
    ["Metrics", "Quality Score (out of 5.0)", figures.qualityScore.toFixed(1)],
    ["Timeline Performance", "On Schedule (%)", figures.onSchedulePercentage],
    ["Timeline Performance", "Behind Schedule (%)", figures.behindSchedulePercentage],
    ["Timeline Performance", "Ahead of Schedule (%)", figures.aheadSchedulePercentage],
    ["Resource Utilization", "Crew Utilization (%)", figures.crewUtilization],
    ["Resource Utilization", "Equipment Usage (%)", figures.equipmentUsage],
    ...figures.taskTrends.flatMap(({ category, avgDays, trend, change }): Line[] => [
      ["Task Completion Trends", `${category}: Average Days`, avgDays],
      ["Task Completion Trends", `${category}: Trend`, trendLabel(trend)],
      ["Task Completion Trends", `${category}: Change (days)`, change],
    ]),
    ["Team Performance", "Productivity (%)", figures.productivity],
    ["Team Performance", "Safety Score (out of 5.0)", figures.safetyScore.toFixed(1)],
    ...figures.teamMembers.map(({ firstName, lastName, role, trade }): Line => [
      "Team Performance",
      `${firstName} ${lastName}`,
      [roleWords(role), ...(trade === null ? [] : [trade])].join(", "),
    ]),
    ...(days === undefined ? [] : dayLines(days)),
  ];
}

function dayLines(days: DaySummary): Line[] {
  const shares = dayShares(days);
  return [
    ["Where the Days Went", "Average Days per Unit", days.average.total],
    ...shares.flatMap(({ label, days: average, percent }): Line[] => [
      ["Where the Days Went", `${label} (days per unit)`, average],
      ["Where the Days Went", `${label} (%)`, percent],
    ]),
  ];
}
