import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../../convex/http.ts";
import type { Route } from "../../../convex/rest/door/route.ts";
import { userRoles } from "../../../convex/rules/labels.ts";
import { type Access, can, type Permission } from "../../../convex/rules/permissions.ts";
import { type DoorHost, type Person, startDoorHost } from "./door-host.ts";
import { apiRoutes, nameOf, requestByRoute, sendTo } from "./requests.ts";
import { newWorld, type World } from "./world.ts";

const callers = [
  "nobody",
  ...userRoles,
  "an unknown role",
  "no role",
  "a removed user",
  "an expired session",
  "a made-up session",
] as const;
type Caller = (typeof callers)[number];

let host: DoorHost;
let world: World;
let headersByCaller: Record<Caller, Record<string, string>>;
beforeAll(async () => {
  host = await startDoorHost();
  world = await newWorld(host);
  const headersOf = async (person: Promise<Person>) => (await person).headers;
  headersByCaller = {
    nobody: {},
    account_administrator: world.admin.headers,
    project_manager: world.manager.headers,
    project_supervisor: world.supervisor.headers,
    "an unknown role": await headersOf(host.newPerson("crew_member")),
    "no role": await headersOf(host.newPerson("")),
    "a removed user": await headersOf(
      host.newPerson("account_administrator", { removedAt: Date.now() }),
    ),
    "an expired session": await headersOf(
      host.newPerson("account_administrator", { expire: Date.now() - 1000 }),
    ),
    "a made-up session": { Cookie: "turnboard_session=made-up" },
  };
});
afterAll(() => host.stop());

/** The callers with a session, with or without permissions. */
const signedIn: readonly Caller[] = [...userRoles, "an unknown role", "no role"];

/** The expected answer of a route to a caller, by the permission table. */
function outcomeOf({ access }: Route, caller: Caller): "let in" | 401 | 403 {
  if (!signedIn.includes(caller)) return access === "open" ? "let in" : 401;
  return access === "open" || access === "session" || can(caller, access) ? "let in" : 403;
}

const idByAccess: Record<Exclude<Access, "open">, string> = {
  session: "[AUTH-07]",
  "project:read": "[OP-13]",
  "project:write": "[PERM-05]",
  "unit:write": "[PERM-06]",
  "task:write": "[PERM-07]",
  "file:write": "[PERM-10]",
  "time:read": "[PERM-08]",
  "time:write": "[PERM-09]",
  "analytics:read": "[PERM-04]",
  "projectTeam:write": "[PERM-02]",
  "pool:read": "[OP-13]",
  "pool:write": "[PERM-01]",
  "money:read": "[GEN-05]",
  "unit:plan": "[TURN-01]",
  "users:write": "[PERM-03]",
  "trash:write": "[TRASH-01]",
  "audit:read": "[AUDIT-03]",
};

/** The routes that each permission of the specification governs, including the management of projects. */
const governed: Partial<Record<Exclude<Access, "open">, string[]>> = {
  "pool:write": [
    ...["POST /api/team-members", "PATCH /api/team-members/:", "DELETE /api/team-members/:"],
  ],
  "projectTeam:write": [
    ...["GET /api/projects/:/team", "GET /api/projects/:/contractors"],
    ...["POST /api/projects/:/team-assignments", "DELETE /api/projects/:/team-assignments/:"],
  ],
  "users:write": [
    ...["GET /api/users", "POST /api/users", "PATCH /api/users/:/role", "DELETE /api/users/:"],
    "DELETE /api/users/:/sessions",
    "DELETE /api/users/:/identity",
  ],
  "analytics:read": [
    ...["GET /api/analytics/dashboard", "GET /api/analytics/projects/:"],
    ...["GET /api/analytics/days", "GET /api/analytics/projects/:/days"],
    ...["GET /api/reports/unit-task-status", "GET /api/reports/task-details"],
    ...["GET /api/analytics/risk", "GET /api/reports/turn-status"],
  ],
  "project:write": [
    ...["POST /api/projects", "PATCH /api/projects/:", "DELETE /api/projects/:"],
    ...["GET /api/my-day/people", "GET /api/projects/:/contents", "POST /api/projects/:/units"],
    ...["POST /api/task-templates", "POST /api/task-template-order"],
    ...["PATCH /api/task-templates/:", "DELETE /api/task-templates/:"],
    ...[
      "POST /api/projects/:/contractors",
      "PATCH /api/contractors/:",
      "DELETE /api/contractors/:",
    ],
  ],
  "unit:write": [
    ...["PATCH /api/units", "POST /api/units/delete"],
    ...["PATCH /api/units/:", "DELETE /api/units/:"],
    ...["POST /api/unit-notes", "PATCH /api/unit-notes/:", "DELETE /api/unit-notes/:"],
  ],
  "task:write": [
    ...["POST /api/units/:/tasks/from-templates", "POST /api/projects/:/tasks/apply-to-all"],
    ...["PATCH /api/tasks", "POST /api/tasks/delete"],
    ...["PATCH /api/tasks/:", "DELETE /api/tasks/:"],
    "POST /api/units/:/task-order",
  ],
  "time:read": ["GET /api/projects/:/time-entries", "GET /api/projects/:/time-entries/between"],
  "time:write": [
    ...["POST /api/time-entries", "PATCH /api/time-entries/:", "DELETE /api/time-entries/:"],
  ],
  "file:write": [
    ...["POST /api/photos", "PATCH /api/photos/:", "DELETE /api/photos/:"],
    "POST /api/photos/uploads/:",
  ],
  "pool:read": ["GET /api/team-members"],
  "trash:write": ["GET /api/trash", "POST /api/trash/:/restore", "DELETE /api/trash/:"],
  "audit:read": ["GET /api/audit"],
  session: ["GET /api/auth/sessions", "DELETE /api/auth/sessions", "DELETE /api/auth/sessions/:"],
};

test.each(
  Object.entries(governed).map(
    ([permission, names]) => [permission, idByAccess[permission as Permission], names] as const,
  ),
)("what needs the permission %s %s", (permission, _, names) => {
  const found = apiRoutes.filter(({ access }) => access === permission).map(nameOf);

  expect(found.map((name) => name.replace(/:\w+/g, ":")).sort()).toEqual(names.toSorted());
});

const guarded = apiRoutes.flatMap((route) =>
  route.access === "open" ? [] : [[`${nameOf(route)} ${idByAccess[route.access]}`, route] as const],
);

test.each(guarded)("%s lets in who holds its permission, and nobody else", async (_, route) => {
  const request = requestByRoute[nameOf(route)]?.(world);
  const before = await host.everything();

  const outcomes = await Promise.all(
    callers.map(async (caller) => {
      const expected = outcomeOf(route, caller);
      // Requests that are let in refer to no existing record, so that no data changes.
      const sent = expected === "let in" ? { ...(route.body && { body: {} }) } : request;
      const headers = headersByCaller[caller];
      const { status } = await sendTo(host.url, route, { ...sent, headers });
      return [caller, status === 401 || status === 403 ? status : "let in"];
    }),
  );

  expect(outcomes).toEqual(callers.map((caller) => [caller, outcomeOf(route, caller)]));
  expect(await host.everything()).toBe(before);
});

test.each(guarded)("%s refuses before it looks at what was sent", async (_, route) => {
  const refused = callers.filter((caller) => outcomeOf(route, caller) !== "let in");
  const method = route.method;

  for (const caller of refused) {
    const headers = { "Content-Type": "application/json", ...headersByCaller[caller] };
    const url = host.url + route.path.replace(/:\w+/g, "none");
    const init = { method, headers, ...(route.body && { body: "{" }) };
    const { status } = await fetch(`${url}?period=none`, init);
    expect([caller, status]).toEqual([caller, outcomeOf(route, caller)]);
  }
});

const changing = guarded.filter(([, { method }]) => method !== "GET");
const foreign = [
  { Origin: "https://evil.test" },
  { Origin: "null" },
  { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" },
  { Origin: "http://localhost:1", "Sec-Fetch-Site": "same-site" },
];

test.each(changing)("%s refuses pages of other sites", async (_, route) => {
  const request = requestByRoute[nameOf(route)]?.(world);
  const before = await host.everything();

  const statuses = await Promise.all(
    foreign.map(async (origin) => {
      const headers = { ...world.admin.headers, ...origin };
      return (await sendTo(host.url, route, { ...request, headers })).status;
    }),
  );

  expect(statuses).toEqual(foreign.map(() => 403));
  expect(await host.everything()).toBe(before);
});

const openRoutes = [
  ...["GET /api/login", "GET /api/login/retry", "GET /api/auth/callback/oidc", "GET /api/logout"],
  ...["GET /api/auth/user", "GET /api/auth/token", "GET /api/auth/debug"],
  ...["GET /api/company", "GET /api/health", "GET /api/openapi.json"],
  ...["GET /.well-known/openid-configuration", "GET /.well-known/jwks.json"],
];

test("only what signing in needs, and what says nothing about the work, is open to everybody [PERM-19]", () => {
  const open = routes.filter(({ access }) => access === "open").map(nameOf);

  expect(open.sort()).toEqual(openRoutes.sort());
});

test.each(["/api/auth/user", "/api/auth/token"])(
  "%s answers whoever is signed in, whatever their role, and 401 all others [API-04] [PERM-11]",
  async (path) => {
    for (const caller of callers) {
      const { status } = await fetch(host.url + path, { headers: headersByCaller[caller] });
      expect([caller, status]).toEqual([caller, signedIn.includes(caller) ? 200 : 401]);
    }
  },
);

test("a token is for our own pages [PERM-19]", async () => {
  const headers = { ...world.admin.headers, Origin: "https://evil.test" };

  expect((await fetch(`${host.url}/api/auth/token`, { headers })).status).toBe(403);
});

test("the project list needs a session [PERM-20]", async () => {
  const response = await fetch(`${host.url}/api/projects`);

  expect([response.status, await response.json()]).toEqual([
    401,
    { message: "You are not signed in." },
  ]);
});

test("a supervisor puts members on a project and adds none to the pool [PERM-13]", async () => {
  const { projectId, freeMemberId: teamMemberId, supervisor } = world;
  const post = async (path: string, body: object) =>
    (await sendTo(host.url, { method: "POST", path }, { body, ...supervisor })).status;
  const member = { firstName: "A", lastName: "B", email: "a@b.test", role: "contractor" };

  expect(await post(`/api/projects/${projectId}/team-assignments`, { teamMemberId })).toBe(201);
  expect(await post("/api/team-members", member)).toBe(403);
});

test("a user who is added without a role is a project manager [PERM-21]", async () => {
  const body = { email: "plain@homes.test", firstName: "Plain", lastName: "User" };

  const path = "/api/users";
  const response = await sendTo(host.url, { method: "POST", path }, { body, ...world.admin });

  expect(await response.json()).toMatchObject({ role: "project_manager" });
});

test("an administrator cannot delete their own account [PERM-23]", async () => {
  const { admin } = world;
  const path = `/api/users/${admin.userId}`;

  const response = await sendTo(host.url, { method: "DELETE", path }, admin);

  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: "You cannot delete your own account" },
  ]);
});
