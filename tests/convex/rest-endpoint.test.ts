import { httpRouter } from "convex/server";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { api } from "../../convex/_generated/api.js";
import { AppError } from "../../convex/lib/errors.ts";
import { parseInput } from "../../convex/lib/parse.ts";
import { mutationEndpoint, queryEndpoint } from "../../convex/rest/endpoint.ts";
import { jsonResponse } from "../../convex/rest/responses.ts";
import { mountRoutes, type Route } from "../../convex/rest/routes.ts";
import schema from "../../convex/schema.ts";
import { createTest } from "../support/engine.ts";
import { type Engine, insertSession, modules } from "../support/workspace.ts";

const siteUrl = "https://turnboard.test";
const newProject = z.object({ name: z.string("Name it").min(1, "Name it") });

// Routes of the shape that every noun uses.
const routes: Route[] = [
  {
    method: "POST",
    path: "/api/projects",
    handler: mutationEndpoint(api.projects.create, {
      parse: ({ body }) => ({ ...parseInput(newProject, body), units: ["101"] }),
      status: 201,
    }),
  },
  {
    method: "GET",
    path: "/api/projects/:projectId/units",
    handler: queryEndpoint(api.units.list, {
      parse: ({ params }) => ({ projectId: params.projectId ?? "" }),
    }),
  },
  {
    method: "GET",
    path: "/api/echo/:text",
    handler: (_ctx, _request, params) => Promise.resolve(jsonResponse(200, params)),
  },
  {
    method: "GET",
    path: "/api/too-large",
    handler: () => Promise.reject(new AppError("too_large", "Too much")),
  },
  {
    method: "GET",
    path: "/api/defect",
    handler: () => Promise.reject(new Error("the database password is 1234")),
  },
];

function setup() {
  vi.stubEnv("SITE_URL", siteUrl);
  const http = httpRouter();
  mountRoutes(http, routes);
  const app = { ...modules, "../../convex/http.ts": () => Promise.resolve({ default: http }) };
  const t: Engine = createTest(schema, app);

  const signIn = async (role: string) => {
    const { secret } = await insertSession(t, role);
    return { Cookie: `__Host-turnboard_session=${secret}` };
  };
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await t.fetch(path, init);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const post = async (path: string, headers: HeadersInit, body: string) =>
    await send(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
    });
  return { t, signIn, send, post };
}

test("[API-01] a route calls the function of the same name with the session of the cookie", async () => {
  const { signIn, send, post } = setup();
  const headers = await signIn("project_manager");

  const created = await post("/api/projects", headers, '{"name":"Maple Court","unknown":1}');
  const { id } = created.body as { id: string };
  const units = await send(`/api/projects/${id}/units`, { headers });

  expect(created).toMatchObject({ status: 201, body: { name: "Maple Court", unitCount: 1 } });
  expect(units).toMatchObject({ status: 200, body: [{ name: "101", projectId: id }] });
});

test("[PERM-19] without a session the answer is 401, whatever was sent", async () => {
  const { send, post } = setup();

  const statuses = [
    (await post("/api/projects", {}, '{"name":"Maple Court"}')).status,
    (await post("/api/projects", {}, "{}")).status,
    (await post("/api/projects", {}, "not JSON")).status,
    (await send("/api/projects/p1/units")).status,
  ];

  expect(statuses).toEqual([401, 401, 401, 401]);
});

test("[PERM-18] without the permission the answer is 403, whatever was sent", async () => {
  const { signIn, post } = setup();
  const headers = await signIn("project_supervisor");

  const statuses = [
    (await post("/api/projects", headers, '{"name":"Maple Court"}')).status,
    (await post("/api/projects", headers, "{}")).status,
  ];

  expect(statuses).toEqual([403, 403]);
});

test("[OP-57] input that does not fit answers 400 and names each field", async () => {
  const { signIn, post } = setup();

  const answer = await post("/api/projects", await signIn("project_manager"), '{"name":""}');

  expect(answer).toEqual({
    status: 400,
    body: { message: "Name it", errors: [{ path: "name", message: "Name it" }] },
  });
});

test.each([
  { body: "{", type: "application/json", message: "The body is not valid JSON." },
  { body: "name=x", type: "application/x-www-form-urlencoded", message: "Send the body as JSON." },
  { body: "{}", type: "text/plain", message: "Send the body as JSON." },
])("[API-02] a body $body of type $type answers 400", async ({ body, type, message }) => {
  const { signIn, post } = setup();
  const headers = { ...(await signIn("project_manager")), "Content-Type": type };

  expect(await post("/api/projects", headers, body)).toEqual({ status: 400, body: { message } });
});

test("[OP-57] a body that no form could send answers 413", async () => {
  const { signIn, post } = setup();
  const body = JSON.stringify({ name: "x".repeat(1_000_001) });

  expect((await post("/api/projects", await signIn("project_manager"), body)).status).toBe(413);
});

test("[OP-57] an id that exists nowhere answers 404", async () => {
  const { signIn, send } = setup();
  const headers = await signIn("project_manager");

  expect((await send("/api/projects/no-id/units", { headers })).status).toBe(404);
});

test("[OP-57] parts of a path arrive decoded, and broken ones as they are", async () => {
  const { send } = setup();

  expect((await send("/api/echo/a%20b")).body).toEqual({ text: "a b" });
  expect((await send("/api/echo/%E0%A4%A")).body).toEqual({ text: "%E0%A4%A" });
});

test("[OP-57] an expected error answers with its own message", async () => {
  const { send } = setup();

  expect(await send("/api/too-large")).toEqual({ status: 413, body: { message: "Too much" } });
});

test("[OP-57] an unexpected error answers 500 and tells nothing", async () => {
  const { send } = setup();
  const log = vi.spyOn(console, "error").mockReturnValue();

  expect(await send("/api/defect")).toEqual({
    status: 500,
    body: { message: "Something went wrong." },
  });
  expect(log).toHaveBeenCalledOnce();
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
  "[OP-57] %s of an unknown path below /api answers 404 in JSON",
  async (method) => {
    const { send } = setup();

    expect(await send("/api/nothing/here", { method })).toEqual({
      status: 404,
      body: { message: "There is nothing at this address." },
    });
  },
);

test("[OP-57] answers are JSON that nothing keeps or takes for anything else", async () => {
  const { t } = setup();

  const { headers } = await t.fetch("/api/echo/x");

  expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cache-Control")).toBe("no-store");
});

test.each([
  { headers: { Origin: "https://evil.test" }, status: 403 },
  { headers: { Origin: "https://evil.turnboard.test" }, status: 403 },
  { headers: { Origin: "null" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "same-site", Origin: "https://a.test" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "none" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "same-origin" }, status: 201 },
  { headers: { Origin: siteUrl }, status: 201 },
  { headers: {}, status: 201 },
])("[OP-06] a change with $headers answers $status", async ({ headers, status }) => {
  const { t, signIn, post } = setup();
  const cookie = await signIn("project_manager");

  const answer = await post("/api/projects", { ...cookie, ...headers }, '{"name":"Maple Court"}');

  expect(answer.status).toBe(status);
  const stored = await t.run((ctx) => ctx.db.query("projects").take(1));
  expect(stored).toHaveLength(status === 201 ? 1 : 0);
});
