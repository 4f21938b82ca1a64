import * as z from "zod";
import { api } from "../../_generated/api.js";
import { historyFilters, sinceText } from "../../rules/inputs/history.ts";
import { pageParameters } from "../../rules/inputs/pages.ts";
import { readRoute } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

const historyQuery = z.object({ ...historyFilters, ...pageParameters });

export const historyRoutes: readonly Route[] = [
  readRoute("/api/units/:unitId/history", {
    summary: "Changes of a unit and of what belongs to it, newest first, in pages",
    calls: api.history.ofUnit,
    query: historyQuery,
  }),
  readRoute("/api/projects/:projectId/history", {
    summary: "Changes of a project and of its units, newest first, in pages",
    calls: api.history.ofProject,
    query: historyQuery,
  }),
  readRoute("/api/while-away", {
    summary: "What others did since a moment in the projects of the caller, newest first, in pages",
    calls: api.history.whileAway,
    query: z.object({ since: sinceText, ...pageParameters }),
  }),
];
