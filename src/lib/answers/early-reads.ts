/** A read over HTTP, and the live question that it answers too. */
export interface EarlyRead {
  path: string;
  /** The name of the function. Its arguments are what the path names, from the address of the screen. */
  name: string;
  /** True where the path and the question also name the current week of the viewer, which the server does not know. */
  isOfWeek?: true;
}

const projects: EarlyRead = { path: "/api/projects", name: "projects:list" };

/**
 * The reads that screens begin with, by the pattern of their address. The page asks for them before its code is there; the
 * live connection would ask after it. The build takes this table along for the server.
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
};
