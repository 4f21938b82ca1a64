import { routes } from "../../../convex/http.ts";
import type { Route } from "../../../convex/rest/door/route.ts";
import { fileOf } from "../../support/photo-files.ts";
import type { World } from "./world.ts";

/** The parts of a request beside its method. */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  bytes?: Uint8Array<ArrayBuffer>;
};

export function nameOf({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method} ${path}`;
}

/** The routes below /api. */
export const apiRoutes: readonly Route[] = routes.filter(({ path }) => path.startsWith("/api/"));

/** Sends a request to a route; redirects are not followed. */
export async function sendTo(
  url: string,
  route: Pick<Route, "method" | "path">,
  {
    params = {},
    query,
    body,
    form,
    bytes,
    headers = {},
    signal,
  }: Sent & { headers?: Record<string, string>; signal?: AbortSignal },
): Promise<Response> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? "none"),
  );
  const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
  const json = { "Content-Type": "application/json" };
  return await fetch(url + path + search, {
    method: route.method,
    redirect: "manual",
    headers: { ...(body === undefined ? {} : json), ...headers },
    ...(signal && { signal }),
    ...(form && { body: form }),
    ...(bytes && { body: new Blob([bytes], { type: "image/png" }) }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

export function photoForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("photo", new File([fileOf("png", 60)], "kitchen.png", { type: "image/png" }));
  return form;
}

const shift = { startTime: "2026-03-02T07:00:00Z", endTime: "2026-03-02T16:00:00Z" };

/**
 * A successful request for each route, in an order in which all of them succeed. A route without one fails the tests.
 */
export const requestByRoute: Readonly<Record<string, (world: World) => Sent>> = {
  "GET /api/health": () => ({}),
  "GET /api/openapi.json": () => ({}),
  "GET /api/company": () => ({}),
  "GET /api/login": () => ({ query: { login_hint: "manager@homes.test" } }),
  "GET /api/login/retry": () => ({}),
  "GET /api/auth/callback/oidc": () => ({ query: { code: "none", state: "none" } }),
  "GET /api/auth/user": () => ({}),
  "GET /api/auth/token": () => ({}),
  "GET /api/auth/debug": () => ({}),
  "GET /api/projects": () => ({}),
  "GET /api/projects/:projectId/stats": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/projects/:projectId/contents": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/projects/:projectId/units": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/projects/:projectId/team": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/projects/:projectId/contractors": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/projects/:projectId/time-entries": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/projects/:projectId/time-entries/between": ({ projectId }) => ({
    params: { projectId },
    query: { from: "2026-01-05", to: "2026-01-11" },
  }),
  "GET /api/projects/:projectId/tasks/assigned": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/projects/:projectId/board": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/projects/:projectId/board/opening": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/board/opening": () => ({}),
  "GET /api/board": () => ({}),
  "GET /api/units": () => ({}),
  "GET /api/units/:unitId": ({ unitId }) => ({ params: { unitId } }),
  "GET /api/units/:unitId/tasks": ({ unitId }) => ({ params: { unitId } }),
  "GET /api/units/:unitId/photos": ({ unitId }) => ({ params: { unitId } }),
  "GET /api/units/:unitId/notes": ({ unitId }) => ({ params: { unitId } }),
  "GET /api/units/:unitId/history": ({ unitId }) => ({
    params: { unitId },
    query: { kind: "task", from: "2026-01-01" },
  }),
  "GET /api/projects/:projectId/history": ({ projectId }) => ({
    params: { projectId },
    query: { limit: "2" },
  }),
  "GET /api/while-away": () => ({ query: { since: "2026-01-01T00:00:00Z" } }),
  "GET /api/projects/:projectId/photos": ({ projectId }) => ({
    params: { projectId },
    query: { type: "progress", limit: "2" },
  }),
  "GET /api/projects/:projectId/photos/:photoId": ({ projectId, photoId }) => ({
    params: { projectId, photoId },
  }),
  "GET /api/photos/:filename": ({ filename }) => ({ params: { filename } }),
  "GET /api/task-templates": () => ({}),
  "GET /api/team-members": () => ({}),
  "GET /api/users": () => ({}),
  "GET /api/people": () => ({}),
  "GET /api/search": () => ({ query: { q: "new 1", limit: "5" } }),
  "GET /api/search/text": () => ({ query: { q: "paint 1", limit: "5" } }),
  "GET /api/views": () => ({ query: { page: "/board" } }),
  "GET /api/my-day": () => ({}),
  "GET /api/my-day/people": () => ({}),
  "GET /api/audit": () => ({ query: { kind: "user.added", from: "2026-01-01", limit: "2" } }),
  "GET /api/trash": () => ({ query: { kind: "note", limit: "2" } }),
  "GET /api/auth/sessions": () => ({}),
  "DELETE /api/auth/sessions": () => ({}),
  "GET /api/analytics/dashboard": () => ({}),
  "GET /api/analytics/days": () => ({ query: { period: "30" } }),
  "GET /api/analytics/projects/:projectId/days": ({ projectId }) => ({ params: { projectId } }),
  "GET /api/analytics/projects/:projectId": ({ projectId }) => ({
    params: { projectId },
    query: { period: "90" },
  }),
  "GET /api/reports/unit-task-status": ({ projectId, unitId }) => ({
    query: { projectId, unitIds: `${unitId},none` },
  }),
  "GET /api/reports/task-details": () => ({}),
  "GET /api/reports/turn-status": ({ projectId }) => ({ query: { projectId } }),
  "GET /api/analytics/risk": () => ({}),
  "POST /api/projects": () => ({ body: { name: "New", units: ["1", "2"], startDate: null } }),
  "PATCH /api/projects/:projectId": ({ projectId, manager }) => ({
    params: { projectId },
    body: { status: "on_hold", description: "Wait", supervisorId: manager.userId },
  }),
  "POST /api/projects/:projectId/units": ({ projectId }) => ({
    params: { projectId },
    body: { units: ["103"] },
  }),
  "PATCH /api/units/:unitId": ({ unitId }) => ({
    params: { unitId },
    body: { startDate: "2026-03-02" },
  }),
  "PATCH /api/units": ({ unitId }) => ({
    body: { ids: [unitId], set: { moveOutDate: "2026-03-01", monthlyRent: 900 } },
  }),
  "POST /api/units/:unitId/tasks/from-templates": ({ unitId, templateIds }) => ({
    params: { unitId },
    body: { templateIds },
  }),
  "POST /api/projects/:projectId/tasks/apply-to-all": ({ projectId, templateIds }) => ({
    params: { projectId },
    body: { templateIds },
  }),
  "POST /api/units/:unitId/task-order": ({ unitId, taskId }) => ({
    params: { unitId },
    body: { taskIds: [taskId] },
  }),
  "PATCH /api/tasks/:taskId": ({ taskId }) => ({
    params: { taskId },
    body: { status: "in_progress", dueDate: "2026-03-09" },
  }),
  "PATCH /api/tasks": ({ taskId }) => ({
    body: { ids: [taskId], set: { blockedReason: "parts" }, key: "many" },
  }),
  "POST /api/task-templates": () => ({ body: { name: "Sweep", estimatedHours: 1.5 } }),
  "POST /api/task-template-order": ({ templateIds }) => ({ body: { templateIds } }),
  "PATCH /api/task-templates/:templateId": ({ templateIds: [templateId = ""] }) => ({
    params: { templateId },
    body: { name: "Mop", category: null },
  }),
  "POST /api/photos": ({ unitId }) => ({ form: photoForm({ unitId, type: "progress" }) }),
  "POST /api/photos/uploads/:uploadId": ({ uploadId }) => ({
    ...{ params: { uploadId }, bytes: fileOf("png", 60) },
  }),
  "PATCH /api/photos/:photoId": ({ photoId }) => ({
    params: { photoId },
    body: { photoDate: "2026-03-01" },
  }),
  "POST /api/unit-notes": ({ unitId }) => ({ body: { unitId, content: "The door sticks" } }),
  "PATCH /api/unit-notes/:noteId": ({ noteId }) => ({
    params: { noteId },
    body: { content: "The door is fine" },
  }),
  "POST /api/team-members": () => ({
    body: { firstName: "Ann", lastName: "New", email: "ann@crew.test", role: "crew_member" },
  }),
  "PATCH /api/team-members/:teamMemberId": ({ freeMemberId }) => ({
    params: { teamMemberId: freeMemberId },
    body: { phone: "555 0100", isActive: true },
  }),
  "POST /api/projects/:projectId/team-assignments": ({ projectId, freeMemberId }) => ({
    params: { projectId },
    body: { teamMemberId: freeMemberId },
  }),
  "POST /api/projects/:projectId/contractors": ({ projectId }) => ({
    params: { projectId },
    body: { companyName: "Floors & Co", phone: "555 0101" },
  }),
  "PATCH /api/contractors/:contractorId": ({ contractorId }) => ({
    params: { contractorId },
    body: { specialty: "Flooring" },
  }),
  "POST /api/time-entries": ({ projectId, unitId, memberId }) => ({
    body: { projectId, unitId, teamMemberId: memberId, ...shift, date: "2026-03-02" },
  }),
  "PATCH /api/time-entries/:timeEntryId": ({ timeEntryId }) => ({
    params: { timeEntryId },
    body: { endTime: "2026-03-02T12:00:00Z", description: "Paint" },
  }),
  "POST /api/views": () => ({ body: { name: "Late", page: "/board", query: "risk=late" } }),
  "PATCH /api/views/:viewId": ({ viewId }) => ({ params: { viewId }, body: { shared: true } }),
  "DELETE /api/views/:viewId": ({ viewId }) => ({ params: { viewId } }),
  "POST /api/users": () => ({
    body: { email: "new@homes.test", firstName: "New", lastName: "User" },
  }),
  "PATCH /api/users/:userId/role": ({ other }) => ({
    params: { userId: other.userId },
    body: { role: "project_manager" },
  }),
  "DELETE /api/users/:userId/sessions": ({ other }) => ({ params: { userId: other.userId } }),
  "DELETE /api/users/:userId/identity": ({ other }) => ({ params: { userId: other.userId } }),
  "DELETE /api/users/:userId": ({ other }) => ({ params: { userId: other.userId } }),
  "DELETE /api/time-entries/:timeEntryId": ({ timeEntryId }) => ({ params: { timeEntryId } }),
  "DELETE /api/contractors/:contractorId": ({ contractorId }) => ({ params: { contractorId } }),
  "DELETE /api/projects/:projectId/team-assignments/:teamMemberId": ({
    projectId,
    memberId: teamMemberId,
  }) => ({ params: { projectId, teamMemberId } }),
  "DELETE /api/team-members/:teamMemberId": ({ memberId: teamMemberId }) => ({
    params: { teamMemberId },
  }),
  "POST /api/tasks/delete": ({ bulkTaskId }) => ({ body: { ids: [bulkTaskId], key: "tasks" } }),
  "POST /api/units/delete": ({ bulkUnitId }) => ({ body: { ids: [bulkUnitId] } }),
  "DELETE /api/unit-notes/:noteId": ({ noteId }) => ({ params: { noteId } }),
  "DELETE /api/photos/:photoId": ({ photoId }) => ({ params: { photoId } }),
  "DELETE /api/tasks/:taskId": ({ taskId }) => ({ params: { taskId } }),
  "DELETE /api/task-templates/:templateId": ({ templateIds: [templateId = ""] }) => ({
    params: { templateId },
  }),
  "DELETE /api/trash/:itemId": ({ itemIds: [itemId = ""] }) => ({ params: { itemId } }),
  "POST /api/trash/:itemId/restore": ({ itemIds: [, itemId = ""] }) => ({ params: { itemId } }),
  "POST /api/history/:eventId/undo": ({ eventId }) => ({ params: { eventId } }),
  "POST /api/batches/:batchId/undo": ({ batchId }) => ({ params: { batchId } }),
  "DELETE /api/units/:unitId": ({ unitId }) => ({ params: { unitId } }),
  "DELETE /api/projects/:projectId": ({ projectId }) => ({ params: { projectId } }),
  // The administrator's own session ends here, so later requests must not need one.
  "DELETE /api/auth/sessions/:sessionId": ({ admin: { sessionId } }) => ({ params: { sessionId } }),
  "GET /api/logout": () => ({}),
};
