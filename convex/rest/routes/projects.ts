import { api } from "../../_generated/api.js";
import { createProjectInput, updateProjectInput } from "../../rules/inputs/projects.ts";
import { changeRoute, readRoute, requestKey } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

export const projectRoutes: readonly Route[] = [
  readRoute("/api/projects", {
    summary: "All projects with their teams, newest first",
    calls: api.projects.list,
  }),
  changeRoute("POST", "/api/projects", {
    summary: "Create a project with its units, each by its name or with its dates and rent",
    calls: api.projects.create,
    body: createProjectInput.safeExtend(requestKey),
    status: 201,
  }),
  changeRoute("PATCH", "/api/projects/:projectId", {
    summary: "Update the sent fields of a project",
    calls: api.projects.update,
    body: updateProjectInput,
  }),
  changeRoute("DELETE", "/api/projects/:projectId", {
    summary: "Delete a project with everything under it: it lies in the trash from then on",
    calls: api.projects.remove,
  }),
  readRoute("/api/projects/:projectId/stats", {
    summary: "The progress of a project, in percent of its tasks",
    calls: api.projects.stats,
  }),
  readRoute("/api/projects/:projectId/contents", {
    summary: "The numbers of records that go with a project when it is deleted",
    calls: api.projects.contents,
  }),
  readRoute("/api/analytics/dashboard", {
    summary: "The figures and the recent activity of the dashboard",
    calls: api.dashboard.summary,
  }),
  readRoute("/api/company", {
    summary: "The facts of this deployment that a visitor needs",
    calls: api.company.settings,
  }),
];
