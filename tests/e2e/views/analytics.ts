import { click, type View } from "../support/view.ts";

export const analyticsViews: readonly View[] = [
  { name: "the analytics", path: "/analytics" },
  { name: "the analytics of a project", path: "/projects/$projectId/analytics?period=365" },
  {
    name: "the word on the cost",
    path: "/analytics",
    steps: click("How Cost per Unit is calculated"),
    within: '[data-slot="popover"]',
  },
];
