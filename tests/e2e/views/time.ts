import type { View } from "../support/view.ts";

export const timeViews: readonly View[] = [
  { name: "the timesheet of a project", path: "/projects/$projectId/time-tracking" },
];
