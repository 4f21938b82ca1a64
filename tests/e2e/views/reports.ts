import { click, type View } from "../support/view.ts";

export const reportViews: readonly View[] = [
  { name: "the reports", path: "/reports" },
  { name: "the units of a report", path: "/reports?units=" },
  {
    name: "the unit task status report",
    path: "/reports",
    steps: click("Generate Report"),
    within: "table",
  },
  {
    name: "the task details report",
    path: "/reports?type=task-details",
    steps: click("Generate Report"),
    within: "table",
  },
];
