import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DoorHost, startDoorHost } from "./door-host.ts";
import { photoForm, sendTo, type Sent } from "./requests.ts";
import { newWorld, type World } from "./world.ts";

type Row = Record<string, unknown> & { id: string };

let host: DoorHost;
let world: World;
beforeAll(async () => {
  host = await startDoorHost();
});
beforeEach(async () => {
  world = await newWorld(host);
});
afterAll(() => host.stop());

/** Sends a request as the administrator. */
async function ask(method: string, path: string, sent: Sent = {}) {
  const route = { method: method as "GET", path };
  const response = await sendTo(host.url, route, { ...sent, ...world.admin });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function list(path: string): Promise<Row[]> {
  return (await ask("GET", path)).body as Row[];
}

/** The deletions, each with the list that must no longer contain the record. */
const deletions: [string, (world: World) => { path: string; id: string; from: string }][] = [
  ["a task [API-21]", (w) => ({ path: "tasks", id: w.taskId, from: `units/${w.unitId}/tasks` })],
  ["a unit [API-23]", (w) => ({ path: "units", id: w.unitId, from: "units" })],
  [
    "a photo [API-28]",
    (w) => ({ path: "photos", id: w.photoId, from: `units/${w.unitId}/photos` }),
  ],
  [
    "a note [API-31]",
    (w) => ({ path: "unit-notes", id: w.noteId, from: `units/${w.unitId}/notes` }),
  ],
  [
    "a member [API-37]",
    (w) => ({ path: "team-members", id: w.freeMemberId, from: "team-members" }),
  ],
  ["a user [API-43]", (w) => ({ path: "users", id: w.other.userId, from: "users" })],
  [
    "a time entry [API-47]",
    (w) => ({
      path: "time-entries",
      id: w.timeEntryId,
      from: `projects/${w.projectId}/time-entries`,
    }),
  ],
  [
    "a contractor [OP-21]",
    (w) => ({
      path: "contractors",
      id: w.contractorId,
      from: `projects/${w.projectId}/contractors`,
    }),
  ],
  ["a project [OP-21]", (w) => ({ path: "projects", id: w.projectId, from: "projects" })],
];

test.each(deletions)("%s that is deleted is gone, and cannot be deleted twice", async (_, of) => {
  const { path, id, from } = of(world);
  const idsOf = async () => (await list(`/api/${from}`)).map((row) => row.id);
  expect(await idsOf()).toContain(id);

  const first = await ask("DELETE", `/api/${path}/${id}`);
  const second = await ask("DELETE", `/api/${path}/${id}`);

  expect(first).toEqual({ status: 200, body: { success: true } });
  expect(second.status).toBe(404);
  expect(await idsOf()).not.toContain(id);
});

test("a deleted photo has no image any more, a deleted unit no parts [API-28] [API-23]", async () => {
  await ask("DELETE", `/api/photos/${world.photoId}`);
  expect((await ask("GET", `/api/photos/${world.filename}`)).status).toBe(404);

  await ask("DELETE", `/api/units/${world.unitId}`);
  for (const part of ["", "/tasks", "/photos", "/notes"])
    expect((await ask("GET", `/api/units/${world.unitId}${part}`)).status).toBe(404);
});

test("a member is assigned once, and taken off once [API-32] [API-38] [API-39]", async () => {
  const { projectId, freeMemberId: teamMemberId } = world;
  const assignments = `/api/projects/${projectId}/team-assignments`;
  const team = async () => (await list(`/api/projects/${projectId}/team`)).map(({ id }) => id);

  const assign = async () => (await ask("POST", assignments, { body: { teamMemberId } })).status;
  expect([await assign(), await assign()]).toEqual([201, 409]);
  expect((await team()).filter((id) => id === teamMemberId)).toHaveLength(1);

  const remove = async () => (await ask("DELETE", `${assignments}/${teamMemberId}`)).status;
  expect([await remove(), await remove()]).toEqual([200, 404]);
  expect(await team()).not.toContain(teamMemberId);
});

test("a member of a project's team cannot be deleted [API-37]", async () => {
  expect(await ask("DELETE", `/api/team-members/${world.memberId}`)).toMatchObject({
    status: 409,
    body: { message: "Cannot delete team member assigned to projects" },
  });
});

test("a project that was just created is the first of the list [API-10]", async () => {
  const { body } = await ask("POST", "/api/projects", { body: { name: "New", units: ["1"] } });

  expect((await list("/api/projects"))[0]).toEqual(body);
});

test("the units of all projects come in the order of the projects, then as entered [API-15]", async () => {
  const { body } = await ask("POST", "/api/projects", { body: { name: "Z", units: ["9", "1"] } });
  const newest = (body as Row).id;

  const units = await list("/api/units");

  expect(units.slice(0, 2)).toMatchObject([
    { name: "9", projectId: newest, projectName: "Z" },
    { name: "1", projectId: newest },
  ]);
  const mine = units.filter(({ projectId }) => projectId === world.projectId);
  expect(mine.map(({ name }) => name)).toEqual(["101", "102", "201", "202"]);
});

test("reports have the units of the project, of the ids, or of both [API-48] [API-49]", async () => {
  const { projectId, unitId } = world;
  const units = async (query: Record<string, string>) => {
    const status = await ask("GET", "/api/reports/unit-task-status", { query });
    const details = await ask("GET", "/api/reports/task-details", { query });
    expect([status.status, details.status]).toEqual([200, 200]);
    const names = (status.body as { unitNumber: string }[]).map(({ unitNumber }) => unitNumber);
    expect((details.body as { units: string[] }).units).toHaveLength(names.length);
    return names;
  };

  expect(await units({ projectId })).toEqual(["101", "102", "201", "202"]);
  expect(await units({ unitIds: `${unitId},none` })).toEqual(["201"]);
  expect(await units({ projectId, unitIds: unitId })).toEqual(["201"]);
  expect(await units({ projectId: "none", unitIds: unitId })).toEqual([]);
  expect(await units({ projectId, unitIds: "" })).toHaveLength(4);
  expect((await units({})).length).toBeGreaterThanOrEqual(4);
});

test("analytics know three periods [API-13]", async () => {
  const path = `/api/analytics/projects/${world.projectId}`;

  const statuses = ["30", "90", "365", "60", "all", ""].map(
    async (period) => (await ask("GET", path, { query: { period } })).status,
  );

  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 400, 400, 400]);
});

test("work that takes several steps is done when it is answered [API-19] [LIMIT-09]", async () => {
  // The number of units is one more than a step of an assignment handles.
  const units = Array.from({ length: 1000 }, (_, index) => String(index));
  const created = await ask("POST", "/api/projects", { body: { name: "Large", units } });
  const { id } = created.body as Row;
  const added = await ask("POST", `/api/projects/${id}/units`, { body: { units: ["last"] } });
  expect(added.status).toBe(201);
  const { body: template } = await ask("POST", "/api/task-templates", { body: { name: "Sweep" } });

  const answer = await ask("POST", `/api/projects/${id}/tasks/apply-to-all`, {
    body: { templateIds: [(template as Row).id] },
  });

  expect(answer).toEqual({ status: 201, body: { created: 1001, skipped: 0, unitCount: 1001 } });
  const listed = await list(`/api/projects/${id}/units`);
  expect(listed.filter(({ totalTasks }) => totalTasks === 1)).toHaveLength(1001);
  const lastUnit = listed.at(-1)?.id ?? "";
  expect((await ask("DELETE", `/api/projects/${id}`)).status).toBe(200);
  expect((await ask("GET", `/api/units/${lastUnit}/tasks`)).status).toBe(404);
});

/** The bodies of creations, by path. */
const creations: [string, (world: World) => Record<string, unknown>][] = [
  ["/api/projects", () => ({ name: "New", units: ["1"] })],
  ["/api/task-templates", () => ({ name: "Sweep" })],
  ["/api/unit-notes", ({ unitId }) => ({ unitId, content: "Door sticks" })],
  [
    "/api/team-members",
    () => ({ firstName: "A", lastName: "B", email: "a@b.test", role: "supervisor" }),
  ],
  ["/api/projects/:projectId/contractors", () => ({ companyName: "Floors & Co" })],
  [
    "/api/time-entries",
    ({ projectId }) => ({ projectId, startTime: "2026-03-02T07:00:00Z", date: "2026-03-02" }),
  ],
];

test.each(creations)("%s makes ids and times itself [VALID-15]", async (path, bodyOf) => {
  const sent = { id: "mine", _id: "mine", createdAt: "2001-01-01", updatedAt: "2001-01-01" };
  const params = { projectId: world.projectId };

  const { status, body } = await ask("POST", path, { params, body: { ...bodyOf(world), ...sent } });

  expect(status).toBe(201);
  expect(body).not.toMatchObject({ id: "mine" });
  expect(Date.parse(String((body as Row)["createdAt"]))).toBeGreaterThan(Date.now() - 60_000);
  expect(JSON.stringify(body)).not.toMatch(/2001|_id/);
});

test.each(creations)("%s with a key can be sent again [API-09]", async (path, bodyOf) => {
  const params = { projectId: world.projectId };
  const body = { ...bodyOf(world), key: `key of ${path} ${world.projectId}` };

  const first = await ask("POST", path, { params, body });
  const second = await ask("POST", path, { params, body });

  expect(second).toEqual(first);
});

test("a user's role is one of three [DATA-44]", async () => {
  const { other } = world;
  for (const role of ["crew_member", "supervisor", "admin", "", "Project_Manager", null, 1]) {
    const body = { email: "x@homes.test", firstName: "A", lastName: "B", role };
    expect([role, (await ask("POST", "/api/users", { body })).status]).toEqual([role, 400]);
    const change = await ask("PATCH", `/api/users/${other.userId}/role`, { body: { role } });
    expect([role, change.status]).toEqual([role, 400]);
  }
});

test("what is not sent has its default [DATA-47]", async () => {
  const create = async (path: string, body: unknown) => (await ask("POST", path, { body })).body;
  const form = photoForm({ unitId: world.unitId, type: "before" });

  const project = (await create("/api/projects", { name: "New", units: ["1"] })) as Row;
  const photo = (await ask("POST", "/api/photos", { form })).body as { photoDate: string };

  expect(project).toMatchObject({ status: "active" });
  expect(await list(`/api/projects/${project.id}/units`)).toMatchObject([
    { status: "not_started" },
  ]);
  expect(await create("/api/task-templates", { name: "Mop" })).toMatchObject({ isDefault: false });
  expect(await list(`/api/units/${world.unitId}/tasks`)).toMatchObject([{ status: "not_started" }]);
  const member = { firstName: "A", lastName: "B", email: "a@b.test", role: "contractor" };
  expect(await create("/api/team-members", member)).toMatchObject({ isActive: true });
  const contractor = await create(`/api/projects/${project.id}/contractors`, { companyName: "C" });
  expect(contractor).toMatchObject({ isActive: true });
  expect(Math.abs(Date.parse(photo.photoDate) - Date.now())).toBeLessThan(10_000);
});

test("what is required is there in every list [DATA-01]", async () => {
  const { projectId, unitId } = world;
  const required: [string, string[]][] = [
    ["projects", ["id", "name", "status", "createdAt", "updatedAt"]],
    ["units", ["id", "projectId", "name", "status", "createdAt", "updatedAt"]],
    [`units/${unitId}/tasks`, ["id", "unitId", "name", "status", "sortOrder"]],
    [`units/${unitId}/photos`, ["id", "unitId", "type", "filename", "photoDate"]],
    [`units/${unitId}/notes`, ["id", "unitId", "userId", "content", "createdAt", "updatedAt"]],
    ["task-templates", ["id", "name", "sortOrder", "isDefault"]],
    ["team-members", ["id", "createdBy", "firstName", "lastName", "role", "isActive"]],
    ["users", ["id", "email", "role", "createdAt", "updatedAt"]],
    [`projects/${projectId}/contractors`, ["id", "projectId", "companyName", "isActive"]],
    [`projects/${projectId}/time-entries`, ["id", "projectId", "userId", "startTime", "date"]],
  ];

  for (const [path, fields] of required) {
    const rows = await list(`/api/${path}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      for (const field of fields) expect([path, field, row[field] ?? null]).not.toContain(null);
  }
});
