import { expect, test } from "vitest";
import {
  analyticsFileName,
  analyticsLines,
} from "../../../src/features/analytics/analytics-csv.ts";
import { toCsv } from "../../../src/lib/csv.ts";
import { nothing, reportOf } from "./reports.ts";

test("the exported report has every figure, byte by byte [ANALYTICS-04] [OP-42]", () => {
  expect(analyticsFileName).toBe("project-analytics-report.csv");
  expect(toCsv(analyticsLines(reportOf(), 30))).toBe(`"Section","Metric","Value"
"Report","Project","Maple Court"
"Report","Period","Last 30 Days"
"Metrics","Project Completion Rate (%)","67"
"Metrics","Completed Tasks","12"
"Metrics","Total Tasks","18"
"Metrics","Average Turn Time (days per unit)","4.5"
"Metrics","Cost per Unit ($)","1234.50"
"Metrics","Total Hours","148.25"
"Metrics","Quality Score (out of 5.0)","4.2"
"Timeline Performance","On Schedule (%)","50"
"Timeline Performance","Behind Schedule (%)","20"
"Timeline Performance","Ahead of Schedule (%)","30"
"Resource Utilization","Crew Utilization (%)","45"
"Resource Utilization","Equipment Usage (%)","80"
"Task Completion Trends","Paint: Average Days","2"
"Task Completion Trends","Paint: Trend","Improving"
"Task Completion Trends","Paint: Change (days)","-0.5"
"Task Completion Trends","Plumbing: Average Days","1.3"
"Task Completion Trends","Plumbing: Trend","Stable"
"Task Completion Trends","Plumbing: Change (days)","0"
"Task Completion Trends","Roof: Average Days","6.1"
"Task Completion Trends","Roof: Trend","Needs Attention"
"Task Completion Trends","Roof: Change (days)","1.2"
"Team Performance","Productivity (%)","91"
"Team Performance","Safety Score (out of 5.0)","4.8"
"Team Performance","Ada Stone","crew member, Painter"
"Team Performance","Ben Stone","supervisor"
"Team Performance","Cid Stone","contractor, Plumber"
`);
});

test("a name that a spreadsheet would run begins with an apostrophe [OP-42] [OP-48]", () => {
  const report = reportOf(nothing, { projectName: '=HYPERLINK("x")' });
  expect(toCsv(analyticsLines(report, 365))).toContain(
    `"Report","Project","'=HYPERLINK(""x"")"\n"Report","Period","This Year"\n`,
  );
});
