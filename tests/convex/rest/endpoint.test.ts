import { httpRouter } from "convex/server";
import { v } from "convex/values";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { api } from "../../../convex/_generated/api.js";
import { AppError } from "../../../convex/lib/errors.ts";
import { healthRoute } from "../../../convex/rest/description/health.ts";
import { changeRoute, readRoute } from "../../../convex/rest/door/endpoint.ts";
import { mountRoutes } from "../../../convex/rest/door/mountRoutes.ts";
import { type Handler, jsonResponse } from "../../../convex/rest/door/responses.ts";
import type { Route } from "../../../convex/rest/door/route.ts";
import schema from "../../../convex/schema.ts";
import { createTest } from "../../support/engine.ts";
import { type Engine, insertSession, modules } from "../../support/workspace.ts";

const siteUrl = "https://turnboard.test";
const newProject = z.object({
  name: z.string("Name it").min(1, "Name it"),
  units: z.array(z.string()).optional(),
});

const open = (path: string, handler: Handler): Route => ({
  ...{ method: "GET", path, summary: "Say something", access: "open", handler },
  answer: { status: 200, shape: v.any() },
});

// The routes of a typical resource.
const routes: Route[] = [
  changeRoute("POST", "/api/projects", {
    summary: "Create a project",
    calls: api.projects.create,
    body: newProject,
    status: 201,
  }),
  readRoute("/api/projects/:projectId/units", {
    summary: "The units of a project",
    calls: api.units.list,
    query: z.object({ size: z.enum(["small"], "Size must be small").optional() }),
  }),
  open("/api/echo/:text", (_ctx, _request, params) => Promise.resolve(jsonResponse(200, params))),
  open("/api/too-large", () => Promise.reject(new AppError("too_large", "Too much"))),
  open("/api/defect", () => Promise.reject(new Error("the database password is 1234"))),
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

test("a route calls the function of the same name with the session of the cookie [API-01]", async () => {
  const { signIn, send, post } = setup();
  const headers = await signIn("project_manager");

  const created = await post(
    "/api/projects",
    headers,
    '{"name":"Maple Court","units":["101"],"unknown":1}',
  );
  const { id } = created.body as { id: string };
  const units = await send(`/api/projects/${id}/units`, { headers });

  expect(created).toMatchObject({ status: 201, body: { name: "Maple Court", unitCount: 1 } });
  expect(units).toMatchObject({ status: 200, body: [{ name: "101", projectId: id }] });
});

test("without a session the answer is 401, whatever was sent [PERM-19]", async () => {
  const { send, post } = setup();

  const statuses = [
    (await post("/api/projects", {}, '{"name":"Maple Court","units":["101"]}')).status,
    (await post("/api/projects", {}, "{}")).status,
    (await post("/api/projects", {}, "not JSON")).status,
    (await send("/api/projects/p1/units")).status,
  ];

  expect(statuses).toEqual([401, 401, 401, 401]);
});

test("nothing of a long body is read for a cookie that names no session [PERM-19]", async () => {
  const { t } = setup();
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        pieces += 1;
        if (pieces > 5) controller.close();
        else controller.enqueue(new TextEncoder().encode(" ".repeat(50_000)));
      },
    },
    { highWaterMark: 0 },
  );
  const json = { "Content-Type": "application/json" };
  const headers = { ...json, Cookie: "__Host-turnboard_session=invented" };

  const init = { method: "POST", headers, body, duplex: "half" };
  expect((await t.fetch("/api/projects", init)).status).toBe(401);
  expect(pieces).toBe(0);
});

test("without the permission the answer is 403, whatever was sent [PERM-18]", async () => {
  const { signIn, post } = setup();
  const headers = await signIn("project_supervisor");

  const statuses = [
    (await post("/api/projects", headers, '{"name":"Maple Court","units":["101"]}')).status,
    (await post("/api/projects", headers, "{}")).status,
  ];

  expect(statuses).toEqual([403, 403]);
});

test("input that does not fit answers 400 and names each field [OP-57]", async () => {
  const { signIn, post } = setup();

  const answer = await post("/api/projects", await signIn("project_manager"), '{"name":""}');

  expect(answer).toEqual({
    status: 400,
    body: { message: "Name it", errors: [{ path: "name", message: "Name it" }] },
  });
});

test("search parameters that do not fit answer 400, to those who may ask [OP-57]", async () => {
  const { signIn, send } = setup();
  const path = "/api/projects/p1/units?size=huge";

  expect((await send(path)).status).toBe(401);
  expect(await send(path, { headers: await signIn("project_manager") })).toEqual({
    status: 400,
    body: {
      message: "Size must be small",
      errors: [{ path: "size", message: "Size must be small" }],
    },
  });
});

test.each([
  { body: "{", type: "application/json", message: "The body is not valid JSON." },
  { body: "name=x", type: "application/x-www-form-urlencoded", message: "Send the body as JSON." },
  { body: "{}", type: "text/plain", message: "Send the body as JSON." },
  { body: "", type: "application/json", message: "The body is not valid JSON." },
  { body: "[]", type: "application/json", message: "Send a JSON object as the body." },
  { body: "null", type: "application/json", message: "Send a JSON object as the body." },
  {
    body: `{"name":${"[".repeat(40)}${"]".repeat(40)}}`,
    type: "application/json",
    message: "The body is nested too deeply.",
  },
  {
    body: '{"name":"\\ud83d"}',
    type: "application/json",
    message: "The body has a text with half a character.",
  },
  {
    body: JSON.stringify({ name: "x", units: Array.from({ length: 9000 }, () => "") }),
    type: "application/json",
    message: "A list can have at most 8192 items.",
  },
])(
  "a body of type $type answers 400: $message [API-02] [VALID-20]",
  async ({ body, type, message }) => {
    const { signIn, post } = setup();
    const headers = { ...(await signIn("project_manager")), "Content-Type": type };

    expect(await post("/api/projects", headers, body)).toEqual({ status: 400, body: { message } });
  },
);

test("a body that no form could send answers 413 [OP-57]", async () => {
  const { signIn, post } = setup();
  const body = JSON.stringify({ name: "x".repeat(1_000_001) });

  expect((await post("/api/projects", await signIn("project_manager"), body)).status).toBe(413);
});

test("an id that exists nowhere answers 404 [OP-57]", async () => {
  const { signIn, send } = setup();
  const headers = await signIn("project_manager");

  expect((await send("/api/projects/no-id/units", { headers })).status).toBe(404);
});

test("parts of a path arrive decoded, and broken ones as they are [OP-57]", async () => {
  const { send } = setup();

  expect((await send("/api/echo/a%20b")).body).toEqual({ text: "a b" });
  expect((await send("/api/echo/%E0%A4%A")).body).toEqual({ text: "%E0%A4%A" });
});

test("an expected error answers with its own message [OP-57]", async () => {
  const { send } = setup();

  expect(await send("/api/too-large")).toEqual({ status: 413, body: { message: "Too much" } });
});

test("an unexpected error answers 500 and tells nothing [OP-57]", async () => {
  const { send } = setup();
  const log = vi.spyOn(console, "error").mockReturnValue();

  expect(await send("/api/defect")).toEqual({
    status: 500,
    body: { message: "Something went wrong." },
  });
  expect(log).toHaveBeenCalledOnce();
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
  "%s of an unknown path below /api answers 404 in JSON [OP-57]",
  async (method) => {
    const { send } = setup();

    expect(await send("/api/nothing/here", { method })).toEqual({
      status: 404,
      body: { message: "There is nothing at this address." },
    });
  },
);

test("an address that takes other methods answers 405 and names them [OP-57]", async () => {
  const { t } = setup();

  const response = await t.fetch("/api/projects", { method: "PATCH" });
  const options = await t.fetch("/api/projects/p1/units", { method: "OPTIONS" });
  const ofExact = await t.fetch("/api/defect", { method: "OPTIONS" });

  expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
  expect(await response.json()).toEqual({ message: "This address does not take PATCH." });
  expect([options.status, options.headers.get("Allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  expect(ofExact.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
});

test("the health of a workspace is that of its store", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const answerWith = async (runQuery: () => Promise<unknown>) =>
    await healthRoute.handler({ runQuery } as never, new Request(siteUrl), {});

  const well = await answerWith(() => Promise.resolve(null));
  const broken = await answerWith(() => Promise.reject(new Error("disk I/O error")));

  expect([well.status, await well.json()]).toEqual([200, { status: "ok" }]);
  expect([broken.status, await broken.json()]).toEqual([
    503,
    { status: "unavailable", message: "The store does not answer." },
  ]);
});

test("answers are JSON that nothing keeps or takes for anything else [OP-57]", async () => {
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
])("a change with $headers answers $status [OP-06]", async ({ headers, status }) => {
  const { t, signIn, post } = setup();
  const cookie = await signIn("project_manager");

  const answer = await post(
    "/api/projects",
    { ...cookie, ...headers },
    '{"name":"Maple Court","units":["101"]}',
  );

  expect(answer.status).toBe(status);
  const stored = await t.run((ctx) => ctx.db.query("projects").take(1));
  expect(stored).toHaveLength(status === 201 ? 1 : 0);
});
