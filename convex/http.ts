import { httpRouter } from "convex/server";
import { auditRoutes } from "./rest/audit.ts";
import { healthRoute } from "./rest/health.ts";
import { noteRoutes } from "./rest/notes.ts";
import { openApiRoute } from "./rest/openApi.ts";
import { contractorRoutes, teamRoutes, userRoutes } from "./rest/people.ts";
import { photoRoutes } from "./rest/photos.ts";
import { projectRoutes } from "./rest/projects.ts";
import { reportRoutes } from "./rest/reports.ts";
import type { Route } from "./rest/route.ts";
import { mountRoutes } from "./rest/routes.ts";
import { sessionRoutes } from "./rest/session.ts";
import { signInRoutes } from "./rest/signIn.ts";
import { taskRoutes } from "./rest/tasks.ts";
import { taskTemplateRoutes } from "./rest/taskTemplates.ts";
import { timeEntryRoutes } from "./rest/timeEntries.ts";
import { unitRoutes } from "./rest/units.ts";

const described: readonly Route[] = [
  ...signInRoutes,
  ...sessionRoutes,
  ...projectRoutes,
  ...unitRoutes,
  ...taskTemplateRoutes,
  ...taskRoutes,
  ...photoRoutes,
  ...noteRoutes,
  ...teamRoutes,
  ...contractorRoutes,
  ...timeEntryRoutes,
  ...userRoutes,
  ...reportRoutes,
  ...auditRoutes,
  healthRoute,
];

/** Every address of the HTTP door. */
export const routes: readonly Route[] = [...described, openApiRoute(described)];

const http = httpRouter();
mountRoutes(http, routes);
export default http;
