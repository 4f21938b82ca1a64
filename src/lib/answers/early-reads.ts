/** A read over HTTP, and the live query that has the same answer. */
export interface EarlyRead {
  path: string;
  /** The name of the query. Its arguments are the named segments of the path. */
  name: string;
  /**
   * True when the path and the query also need the current week in the viewer's zone, which the server does not know.
   */
  isOfWeek?: true;
}

const projects: EarlyRead = { path: "/api/projects", name: "projects:list" };

/**
 * The first reads of the screens, by the pattern of their address. The page requests them before its code is loaded;
 * the live connection would request them after that. The build writes this table for the server too.
 */
export const earlyReads: Readonly<Record<string, readonly EarlyRead[]>> = {
  "/": [{ path: "/api/analytics/risk", name: "analytics:risk" }, projects],
  "/my-day": [{ path: "/api/my-day", name: "myDay:mine" }],
  "/board": [{ path: "/api/board/opening", name: "board:opening" }],
  "/projects/$projectId/board": [
    { path: "/api/projects/$projectId/board/opening", name: "board:opening" },
  ],
  "/projects": [projects],
  "/projects/$projectId/units": [{ path: "/api/projects/$projectId/units", name: "units:list" }],
  "/projects/$projectId/team": [
    { path: "/api/projects/$projectId/team", name: "projectTeams:list" },
  ],
  "/projects/$projectId/time-tracking": [
    projects,
    {
      path: "/api/projects/$projectId/time-entries/between",
      name: "timeEntries:list",
      isOfWeek: true,
    },
  ],
  "/reports": [projects],
  "/task-templates": [{ path: "/api/task-templates", name: "taskTemplates:list" }],
};
