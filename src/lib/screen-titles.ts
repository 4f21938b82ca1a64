/** The headings of the screens by the pattern of their address; a page shows its heading before its code is loaded. */
export const screenTitles = {
  "/": "Project Dashboard",
  "/my-day": "My Day",
  "/board": "Turn Board",
  "/projects": "Projects",
  "/projects/$projectId/units": "Unit Management",
  "/projects/$projectId/board": "Turn Board",
  "/projects/$projectId/team": "Project Team",
  "/projects/$projectId/time-tracking": "Weekly Timesheet",
  "/projects/$projectId/analytics": "Project Analytics",
  "/projects/$projectId/history": "History",
  "/projects/$projectId/photos": "Photos",
  "/analytics": "Project Analytics",
  "/reports": "Reports",
  "/team-management": "Team Management",
  "/user-management": "User Management",
  "/audit": "Audit Log",
  "/task-templates": "Master Task List",
  "/trash": "Trash",
} as const;

/** The sentences below the headings, for the screens with a fixed one. */
export const screenDescriptions = {
  "/": "Vacant Unit Turn Management",
  "/projects": "Manage your vacant unit turn projects",
  "/projects/$projectId/analytics": "Insights and performance metrics",
  "/projects/$projectId/history": "All changes of the project and of its units, newest first",
  "/projects/$projectId/photos": "All photos of the project, newest first",
  "/analytics": "Insights and performance metrics",
  "/reports": "Unit and task status as tables and CSV files",
  "/team-management": "Everyone who can be assigned to projects",
  "/user-management": "Who may sign in, and what they may do",
  "/audit": "Sign-ins, roles, exports and refusals of the last 400 days",
  "/task-templates": "The make-ready work that can be assigned to units",
  "/trash": "What was deleted, and can be restored for some time",
} as const satisfies Partial<Record<keyof typeof screenTitles, string>>;
