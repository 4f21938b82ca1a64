import type { View } from "../support/view.ts";

export const peopleViews: readonly View[] = [
  { name: "the team of the company", path: "/team-management" },
  { name: "the team of a project", path: "/projects/$projectId/team" },
];
