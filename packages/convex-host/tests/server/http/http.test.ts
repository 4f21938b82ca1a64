import { connect as connectTcp } from "node:net";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAdminKey } from "../../../src/operations/admin-key.ts";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost({
    limits: { callBodyBytes: 50_000, bodyMs: 1000 },
  }));
});
afterAll(() => stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(host.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

describe("functions", () => {
  test("the HTTP client calls queries, mutations and actions [H1]", async () => {
    const client = new ConvexHttpClient(host.url, { logger: false });

    expect(await client.mutation(app.add, { list: "h", text: "one" })).toBe("one");
    expect(await client.query(app.list, { list: "h" })).toEqual(["one"]);
    expect(await client.action(app.count, { name: "add one" })).toBe(1);
    await expect(client.mutation(app.refuse, {})).rejects.toMatchObject({
      data: { code: "refused" },
    });
    await expect(client.mutation(app.hidden, {})).rejects.toThrow(/Server Error/);
  });

  test("a token names the caller [H1]", async () => {
    const client = new ConvexHttpClient(host.url, { logger: false });
    client.setAuth(await client.action(app.sign, { subject: "ann" }));

    expect(await client.query(app.mine, { list: "none" })).toMatchObject({ subject: "ann" });
  });

  test("several queries are answered at one moment [H1]", async () => {
    const queries = ["q1", "q2"].map((list) => ({ path: "items:list", args: { list } }));

    const response = await post("/api/query_batch", { queries });

    expect(await response.json()).toEqual({
      results: [
        { status: "success", value: [] },
        { status: "success", value: [] },
      ],
    });
  });

  test("a query at the last commit is answered, at another moment refused [H1]", async () => {
    const { ts } = (await (await post("/api/query_ts", {})).json()) as { ts: string };
    const body = { path: "items:list", args: { list: "q1" }, ts };

    expect((await post("/api/query_at_ts", body)).status).toBe(200);
    expect((await post("/api/query_at_ts", { ...body, ts: "AAAAAAAAAAA=" })).status).toBe(409);
  });

  test("/api/run takes the path from the address and speaks plain JSON [H1]", async () => {
    const response = await post("/api/run/items/list", { args: { list: "q1" } });

    expect(await response.json()).toEqual({ status: "success", value: [] });
  });

  test("a GET may ask a query [H1]", async () => {
    const search = new URLSearchParams({
      path: "items:list",
      args: '{"list":"q1"}',
      format: "json",
    });

    const response = await fetch(`${host.url}/api/query?${search}`);

    expect(await response.json()).toEqual({ status: "success", value: [] });
  });
});

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("bad requests", () => {
  test.each([
    { what: "no JSON", body: "{", status: 400 },
    { what: "no object", body: "[1]", status: 400 },
    { what: "no path", body: { args: {} }, status: 400 },
    { what: "arguments of a wrong shape", body: { path: "items:list", args: [1, 2] }, status: 400 },
    {
      what: "an unknown format",
      body: { path: "items:list", args: {}, format: "xml" },
      status: 400,
    },
    { what: "a body that is too large", body: `"${"x".repeat(60_000)}"`, status: 413 },
    { what: "20,000 levels", body: `{"path":"items:list","args":${nested(20_000)}}`, status: 400 },
    { what: "8,000 levels of a wrong text", body: "[".repeat(8_000), status: 400 },
    {
      what: "20,000 queries",
      body: `{"queries":[${"0,".repeat(20_000)}0]}`,
      status: 400,
    },
  ])("$what is answered with $status and JSON [H2] [B9]", async ({ body, status }) => {
    const response = await post("/api/query", body);

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      code: expect.any(String),
      message: expect.any(String),
    });
  });

  test.each([
    { authorization: "Bearer nonsense", status: 401 },
    { authorization: "Convex nonsense", status: 403 },
    { authorization: "Basic abc", status: 400 },
    { authorization: "Bearer", status: 400 },
  ])(
    "Authorization: $authorization is answered with $status [H2]",
    async ({ authorization, status }) => {
      const response = await post(
        "/api/query",
        { path: "items:list", args: {} },
        { authorization },
      );

      expect(response.status).toBe(status);
    },
  );

  test("an unknown address below /api is a JSON 404 [H2]", async () => {
    const response = await fetch(`${host.url}/api/nothing`);

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: "NotFound", message: "Nothing is here." });
  });

  test.each(["GET /%zz HTTP/1.1", "GET http:// HTTP/1.1", "GET /a b HTTP/1.1", "nonsense"])(
    "the request line %s is no server error [H2]",
    async (line) => {
      const text = await sendRaw(
        host.port,
        `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );

      expect(text).toMatch(/^HTTP\/1\.1 [234]\d\d /);
    },
  );

  test("a body that does not arrive is not waited for [B7]", async () => {
    const text = await sendRaw(
      host.port,
      "POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    );

    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"message":"The request body did not arrive in time."');
  });
});

test.each([
  { what: "credentials that are none", line: "Authorization: Bearer nonsense", status: 401 },
  { what: "a method that is none", line: "X-A: b", method: "PUT", status: 405 },
])(
  "$what is refused without a look at the body [B16]",
  async ({ line, method = "POST", status }) => {
    const head = `${method} /api/query HTTP/1.1\r\nHost: localhost\r\n${line}\r\nContent-Length: 100\r\n`;

    const text = await sendRaw(host.port, `${head}Connection: close\r\n\r\n{`);

    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  },
);

describe("routing", () => {
  test("the host's own addresses come first, then the app's [H3]", async () => {
    expect(await (await fetch(`${host.url}/instance_name`)).text()).toBe("convex");
    expect(await (await fetch(`${host.url}/api/below/some/thing`)).text()).toBe(
      "/api/below/some/thing",
    );
    expect((await fetch(`${host.url}/api/1.0.0/sync`)).status).toBe(426);
  });

  test("the function API answers any origin, HTTP actions speak for themselves [H7]", async () => {
    const headers = {
      Origin: "https://elsewhere.example",
      "Access-Control-Request-Headers": "x-a",
    };

    const preflight = await fetch(`${host.url}/api/query`, { method: "OPTIONS", headers });
    const action = await fetch(`${host.url}/api/hello`, { headers });

    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("x-a");
    expect(action.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("the admin key opens internal functions, on this machine [H8]", async () => {
    const key = await makeAdminKey(host.dataDir);

    const response = await post(
      "/api/function",
      { path: "items:hidden", args: {} },
      { authorization: `Convex ${key}` },
    );

    expect(await response.json()).toEqual({ status: "success", value: "internal" });
  });

  test("what is logged holds no token, no query text and no file address [H9]", async () => {
    await fetch(`${host.url}/api/hello?code=secret-code`, {
      headers: { Authorization: "Bearer secret-token", Cookie: "a=secret-cookie" },
    });
    await fetch(`${host.url}/api/storage/11111111-2222-3333-4444-555555555555`);

    const logged = host.logged.join("");
    expect(logged).toContain("/api/hello");
    expect(logged).not.toMatch(/secret-|11111111/);
  });
});

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connectTcp(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => (received += data.toString()));
    socket.on("error", () => resolve(received));
    socket.on("close", () => resolve(received));
  });
}

test("an idle line is kept longer than proxies keep theirs [H18]", async () => {
  const answer = await fetch(`${host.url}/version`);

  // Caddy keeps idle connections for two minutes and does not retry a request that changes data.
  const [, seconds] = answer.headers.get("keep-alive")?.split("=") ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
});

test("an address may name hundreds of ids [H1]", async () => {
  const ids = Array.from({ length: 1_000 }, () => "k57123456789abcdefghijklmnopqrst").join();

  const response = await fetch(`${host.url}/instance_name?roomIds=${ids}`);

  expect(response.status).toBe(200);
});
