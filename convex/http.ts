import { httpRouter } from "convex/server";
import { healthRoute } from "./rest/description/health.ts";
import { openApiRoute } from "./rest/description/openApi.ts";
import { mountRoutes } from "./rest/door/mountRoutes.ts";
import type { Route } from "./rest/door/route.ts";
import { auditRoutes } from "./rest/routes/audit.ts";
import { historyRoutes } from "./rest/routes/history.ts";
import { boardRoutes } from "./rest/routes/board.ts";
import { contractorRoutes, myDayRoutes, teamRoutes, userRoutes } from "./rest/routes/people.ts";
import { photoRoutes } from "./rest/routes/photos.ts";
import { projectRoutes } from "./rest/routes/projects.ts";
import { reportRoutes } from "./rest/routes/reports.ts";
import { searchRoutes } from "./rest/routes/search.ts";
import { taskRoutes } from "./rest/routes/tasks.ts";
import { taskTemplateRoutes } from "./rest/routes/taskTemplates.ts";
import { timeEntryRoutes } from "./rest/routes/timeEntries.ts";
import { trashRoutes } from "./rest/routes/trash.ts";
import { undoRoutes } from "./rest/routes/undo.ts";
import { noteRoutes, unitRoutes } from "./rest/routes/units.ts";
import { viewRoutes } from "./rest/routes/views.ts";
import { sessionRoutes } from "./rest/signIn/session.ts";
import { signInRoutes } from "./rest/signIn/signIn.ts";

const described: readonly Route[] = [
  ...signInRoutes,
  ...sessionRoutes,
  ...projectRoutes,
  ...unitRoutes,
  ...boardRoutes,
  ...taskTemplateRoutes,
  ...taskRoutes,
  ...photoRoutes,
  ...noteRoutes,
  ...teamRoutes,
  ...myDayRoutes,
  ...contractorRoutes,
  ...timeEntryRoutes,
  ...userRoutes,
  ...reportRoutes,
  ...searchRoutes,
  ...viewRoutes,
  ...trashRoutes,
  ...undoRoutes,
  ...auditRoutes,
  ...historyRoutes,
  healthRoute,
];

/** All routes of the HTTP door. */
export const routes: readonly Route[] = [...described, openApiRoute(described)];

const http = httpRouter();
mountRoutes(http, routes);
export default http;
