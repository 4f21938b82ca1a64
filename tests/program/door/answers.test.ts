import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DoorHost, startDoorHost } from "./door-host.ts";
import { apiRoutes, nameOf, requestByRoute, sendTo } from "./requests.ts";
import { newWorld, type World } from "./world.ts";

/** The requirement that each route fulfils; the other routes go beyond the requirements. */
const idByRoute: Readonly<Record<string, string>> = {
  "GET /api/auth/user": "[API-04]",
  "GET /api/auth/debug": "[DATA-43]",
  "GET /api/login": "[API-07]",
  "GET /api/login/retry": "[AUTH-14]",
  "GET /api/logout": "[AUTH-13]",
  "GET /api/projects": "[API-08]",
  "POST /api/projects": "[API-09]",
  "GET /api/projects/:projectId/stats": "[API-11]",
  "GET /api/analytics/dashboard": "[API-12]",
  "GET /api/analytics/projects/:projectId": "[API-13]",
  "GET /api/projects/:projectId/units": "[API-14]",
  "GET /api/projects/:projectId/board": "[BOARD-12]",
  "GET /api/projects/:projectId/board/opening": "[BOARD-08]",
  "GET /api/board/opening": "[BOARD-08]",
  "GET /api/board": "[BOARD-12]",
  "GET /api/units": "[API-15]",
  "GET /api/task-templates": "[API-16]",
  "GET /api/units/:unitId/tasks": "[API-17]",
  "POST /api/units/:unitId/tasks/from-templates": "[API-18]",
  "POST /api/projects/:projectId/tasks/apply-to-all": "[API-19]",
  "PATCH /api/tasks/:taskId": "[API-20]",
  "DELETE /api/tasks/:taskId": "[API-21]",
  "PATCH /api/units/:unitId": "[API-22]",
  "DELETE /api/units/:unitId": "[API-23]",
  "GET /api/units/:unitId/photos": "[API-24]",
  "GET /api/projects/:projectId/photos": "[COMPARE-02]",
  "GET /api/projects/:projectId/photos/:photoId": "[COMPARE-01]",
  "GET /api/units/:unitId/notes": "[API-25]",
  "GET /api/units/:unitId/history": "[HIST-01]",
  "GET /api/projects/:projectId/history": "[HIST-01]",
  "GET /api/while-away": "[HIST-02]",
  "POST /api/photos": "[API-26]",
  "PATCH /api/photos/:photoId": "[API-27]",
  "DELETE /api/photos/:photoId": "[API-28]",
  "GET /api/photos/:filename": "[PHOTO-19]",
  "POST /api/unit-notes": "[API-29]",
  "PATCH /api/unit-notes/:noteId": "[API-30]",
  "DELETE /api/unit-notes/:noteId": "[API-31]",
  "GET /api/projects/:projectId/team": "[API-32]",
  "GET /api/projects/:projectId/contractors": "[API-33]",
  "GET /api/team-members": "[API-34]",
  "POST /api/team-members": "[API-35]",
  "PATCH /api/team-members/:teamMemberId": "[API-36]",
  "DELETE /api/team-members/:teamMemberId": "[API-37]",
  "POST /api/projects/:projectId/team-assignments": "[API-38]",
  "DELETE /api/projects/:projectId/team-assignments/:teamMemberId": "[API-39]",
  "GET /api/users": "[API-40]",
  "GET /api/audit": "[AUDIT-03]",
  "GET /api/trash": "[TRASH-01]",
  "POST /api/trash/:itemId/restore": "[TRASH-01]",
  "DELETE /api/trash/:itemId": "[TRASH-01]",
  "POST /api/history/:eventId/undo": "[UNDO-01]",
  "POST /api/batches/:batchId/undo": "[UNDO-01]",
  "POST /api/users": "[API-41]",
  "PATCH /api/users/:userId/role": "[API-42]",
  "DELETE /api/users/:userId": "[API-43]",
  "GET /api/projects/:projectId/time-entries": "[API-44]",
  "GET /api/projects/:projectId/time-entries/between": "[API-44]",
  "POST /api/time-entries": "[API-45]",
  "PATCH /api/time-entries/:timeEntryId": "[API-46]",
  "DELETE /api/time-entries/:timeEntryId": "[API-47]",
  "GET /api/reports/unit-task-status": "[API-48]",
  "GET /api/reports/task-details": "[API-49]",
  "GET /api/reports/turn-status": "[TURN-11]",
  "GET /api/analytics/risk": "[TURN-10]",
  "PATCH /api/tasks": "[QUICK-03]",
  "PATCH /api/units": "[QUICK-03]",
  "POST /api/tasks/delete": "[QUICK-03]",
  "POST /api/units/delete": "[QUICK-03]",
};

type Operation = {
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
};
type KindOfAnswer = {
  properties: Record<string, { anyOf?: { type?: string }[] }>;
  required: string[];
};
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
};

let host: DoorHost;
let world: World;
let description: Description;
let ajv: Ajv2020;
beforeAll(async () => {
  host = await startDoorHost();
  world = await newWorld(host);
  description = (await (await fetch(`${host.url}/api/openapi.json`)).json()) as Description;
  ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: "door:", components: description.components });
});
afterAll(() => host.stop());

/** Finds the description of a route by its path, with any names of the parameters. */
function operationOf({ method, path }: { method: string; path: string }): Operation {
  const form = path.replace(/:\w+/g, "{}");
  const found = Object.entries(description.paths).find(
    ([template]) => template.replace(/\{\w+\}/g, "{}") === form,
  );
  const operation = found?.[1][method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  return operation;
}

function problemsOf(schema: unknown, body: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/', '"door:#/');
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(body) ? null : validate.errors;
}

test("every route has a request that succeeds, and no request is left over [API-54]", () => {
  expect(Object.keys(requestByRoute).sort()).toEqual(apiRoutes.map(nameOf).sort());
});

const walk = Object.keys(requestByRoute).map((name) => {
  const route = apiRoutes.find((one) => nameOf(one) === name);
  return [
    `${idByRoute[name] ?? "[API-54]"} ${name} answers as it is described`,
    name,
    route,
  ] as const;
});

test.each(walk)("%s", async (_, name, route) => {
  if (route === undefined) throw new Error(`There is no route ${name}`);
  const request = requestByRoute[name]?.(world);

  const response = await sendTo(host.url, route, { ...request, ...world.admin });

  const { status } = route.answer;
  expect([response.status, response.status < 400 || (await response.text())]).toEqual([
    status,
    true,
  ]);
  const described = operationOf(route).responses[status]?.content;
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (status === 302) return;
  if (described?.["image/*"] !== undefined) return expect(type).toMatch(/^image\//);
  expect(type).toBe("application/json");
  expect(problemsOf(described?.["application/json"]?.schema, await response.json())).toBeNull();
});

test("an answer that is not as described is noticed [API-52]", () => {
  const schema = { $ref: "#/components/schemas/UnitNote" };

  expect(problemsOf(schema, { id: "a" })).not.toBeNull();
  expect(problemsOf({ type: "array", items: schema }, [])).toBeNull();
});

/** The agreed fields of each kind of answer; a question mark means that the field may be null. */
const fieldsByKind = {
  "CurrentUser [API-04]": "id role firstName? lastName? email? profileImageUrl?",
  "User [DATA-02] [DATA-03]":
    "id role firstName? lastName? email? profileImageUrl? createdAt updatedAt",
  "Project [DATA-05] [DATA-06] [DATA-07] [DATA-08]":
    "id name description? status managerId? supervisorId? startDate? targetCompletionDate? actualCompletionDate? createdAt updatedAt unitCount teamMembers",
  "Unit [DATA-09] [DATA-10] [DATA-11]":
    "id projectId name status startDate? completionDate? moveOutDate? readyByDate? moveInDate? monthlyRent? turn overdueTasks jeopardyTasks nextDueDate? waitingFor? givenTo blockedReason? blockedNote? blockedAt? blockedBy? blockedByName? notes? createdAt updatedAt",
  "UnitListItem [API-14]":
    "id projectId name status startDate? completionDate? moveOutDate? readyByDate? moveInDate? monthlyRent? turn overdueTasks jeopardyTasks nextDueDate? waitingFor? givenTo blockedReason? blockedNote? blockedAt? blockedBy? blockedByName? notes? createdAt updatedAt projectName totalTasks completedTasks inProgressTasks notStartedTasks recentPhotos",
  "TaskTemplate [DATA-12] [DATA-13]":
    "id name description? category? estimatedHours? sortOrder isDefault createdAt",
  "Task [DATA-14] [DATA-15] [DATA-16] [DATA-17] [DATA-18] [DATA-19] [DATA-20]":
    "id unitId templateId? name description? category? status baseStatus assignedToId? assignedToName? crewMemberId? crewMemberName? blockedReason? blockedNote? blockedAt? blockedBy? blockedByName? startDate? dueDate? completionDate? completedBy? completedByName? estimatedHours? actualHours? notes? sortOrder createdAt updatedAt",
  "TeamMember [DATA-21] [DATA-22] [DATA-23]":
    "id createdBy firstName lastName email? role trade? phone? isActive createdAt",
  "PoolMember [API-34]":
    "id createdBy firstName lastName email? role trade? phone? isActive createdAt assignedProjects",
  "ProjectTeamMember [API-32]":
    "id createdBy firstName lastName email? role trade? phone? isActive createdAt assignmentId assignedAt",
  "Assignment [DATA-24]": "id projectId teamMemberId assignedAt isActive",
  "Contractor [DATA-25] [DATA-26]":
    "id projectId companyName contactName? specialty? phone? email? isActive createdAt",
  "Photo [DATA-27] [DATA-28] [DATA-29]":
    "id unitId type filename originalName? fileSize? mimeType? uploadedBy? caption? photoDate createdAt taskId? takenAt? rotation sha256?",
  "TimeEntry [DATA-30] [DATA-31] [DATA-32] [DATA-33]":
    "id projectId unitId? userId createdBy teamMemberId? startTime endTime? totalHours? description? date createdAt updatedAt",
  "UnitNote [DATA-34] [DATA-35]":
    "id unitId userId content createdAt updatedAt userFirstName? userLastName? userEmail?",
  "DashboardAnalytics [DATA-37]":
    "activeProjects unitsStartedThisWeek unitsCompletedThisWeek tasksStartedThisWeek tasksCompletedThisWeek tasksInJeopardy jeopardyProjectId? jeopardyProjectTasks recentActivity",
  "Activity [DATA-38]": "type id description projectName unitNumber? createdAt",
};

test.each(Object.entries(fieldsByKind))("%s has the agreed fields", (title, fields) => {
  const kinds = description.components["schemas"] as Record<string, KindOfAnswer>;
  const { properties = {}, required } = kinds[title.split(" ").at(0) ?? ""] ?? {};

  const described = Object.entries(properties).map(
    ([field, { anyOf }]) => `${field}${anyOf?.some(({ type }) => type === "null") ? "?" : ""}`,
  );
  const changed = `The fields of the answer changed. If that was meant, change the list of "${title}" in this file`;
  expect(described.join(" "), changed).toBe(fields);
  expect(required).toEqual(Object.keys(properties));
});

const started = { status: "in_progress", startDate: "2026-03-02T12:00:00.000Z" };

/** The fields of a record that a change may change, and the list to find it in. */
const narrow: [string, (world: World) => { path: string; from: string }, object][] = [
  [
    "a task [API-20]",
    (w) => ({ path: `/tasks/${w.taskId}`, from: `/units/${w.unitId}/tasks` }),
    { ...started, baseStatus: "in_progress" },
  ],
  ["a unit [API-22]", (w) => ({ path: `/units/${w.unitId}`, from: "/units" }), started],
  [
    "a photo [API-27]",
    (w) => ({ path: `/photos/${w.photoId}`, from: `/units/${w.unitId}/photos` }),
    { photoDate: "2026-03-02T12:00:00.000Z", rotation: 90 },
  ],
  [
    "a note [API-30]",
    (w) => ({ path: `/unit-notes/${w.noteId}`, from: `/units/${w.unitId}/notes` }),
    { content: "Door fits" },
  ],
  [
    "a user [API-42]",
    (w) => ({ path: `/users/${w.other.userId}/role`, from: "/users" }),
    { role: "project_manager" },
  ],
];

test.each(narrow)("%s keeps what its change may not change", async (_, of, change) => {
  const own = await newWorld(host);
  const { path, from } = of(own);
  const ask = async (method: "GET" | "PATCH", at: string, body?: object) =>
    await sendTo(host.url, { method, path: `/api${at}` }, { body, ...own.admin });
  const find = async () => {
    const rows = (await (await ask("GET", from)).json()) as (object & { id: string })[];
    return rows.find(({ id }) => path.includes(id)) ?? {};
  };
  const before = await find();
  const fixed = Object.entries(before).filter(
    ([field, value]) => !(field in change) && value !== null,
  );
  const others = fixed.map(([field, value]) => [field, typeof value === "number" ? 7 : "other"]);

  const { status } = await ask("PATCH", path, { ...Object.fromEntries(others), ...change });

  expect([status, others.length > 3]).toEqual([200, true]);
  const derived = {
    ...("updatedAt" in before && { updatedAt: expect.any(String) as string }),
    ...("turn" in before && { turn: expect.any(Object) as object }),
  };
  expect(await find()).toEqual({ ...before, ...change, ...derived });
});

test("the description is whole: every reference leads somewhere, every parameter has a place", () => {
  const text = JSON.stringify(description);
  for (const [, kind = "", name = ""] of text.matchAll(/#\/components\/(\w+)\/(\w+)/g))
    expect(description.components[kind]).toHaveProperty(name);
  for (const [path, operations] of Object.entries(description.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const operation of Object.values(operations) as unknown as {
      parameters: { name: string; in: string }[];
    }[]) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual(names);
    }
  }
});
