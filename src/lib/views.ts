/** A page whose filters can be saved as a view. */
export interface ViewPage {
  /** The path of the page, as views store it. */
  path: string;
  /** The address pattern in the route tree. */
  pattern: string;
  /** The search parameters that a view saves; the others open dialogs. */
  keys: readonly string[];
}

const board = ["q", "risk", "status", "category", "who", "blocked", "sort", "fold"];
const analytics = ["period", "days"];

/** The parameters for filters, order and folded parts, for each page that has them. */
export const viewKeys: Readonly<Record<string, readonly string[]>> = {
  "/board": board,
  "/analytics": analytics,
  "/reports": ["type", "project", "units", "sort"],
  "/team-management": ["q", "role", "trade", "assignment", "sort", "dir"],
  "/user-management": ["q"],
  "/audit": ["kind", "user", "from", "to"],
  "/trash": ["kind", "project"],
  "/projects/$projectId/units": ["status", "alarm", "sort", "q"],
  "/projects/$projectId/board": board,
  "/projects/$projectId/photos": ["unit", "stage", "task", "who", "day"],
  "/projects/$projectId/history": ["by", "what", "from", "to"],
  "/projects/$projectId/time-tracking": ["week"],
  "/projects/$projectId/analytics": analytics,
};

/** The page at a path; null for a page without filters. */
export function viewPageOf(path: string): ViewPage | null {
  const pattern = path.replace(/^(\/projects\/)[^/]+/, "$1$$projectId");
  const keys = Object.hasOwn(viewKeys, pattern) ? viewKeys[pattern] : undefined;
  return keys === undefined ? null : { path, pattern, keys };
}

/** The address of a view. */
export function viewAddress({ page, query }: { page: string; query: string }): string {
  const sent = query.replace(/^\?/, "");
  return sent === "" ? page : `${page}?${sent}`;
}
