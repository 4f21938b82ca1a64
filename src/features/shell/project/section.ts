/** The pages that every project has. */
export type Section =
  | "units"
  | "board"
  | "photos"
  | "history"
  | "team"
  | "time-tracking"
  | "analytics";

/** The address of each project page. */
export const sectionPath = {
  units: "/projects/$projectId/units",
  board: "/projects/$projectId/board",
  photos: "/projects/$projectId/photos",
  history: "/projects/$projectId/history",
  team: "/projects/$projectId/team",
  "time-tracking": "/projects/$projectId/time-tracking",
  analytics: "/projects/$projectId/analytics",
} as const satisfies Record<Section, string>;
