import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAdminKey } from "../../../src/operations/admin-key.ts";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";
import { firstLine } from "../../support/raw-http.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let key: string;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost());
  key = await makeAdminKey(host.dataDir);
});
afterAll(() => stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(host.url + path, { method: "POST", headers, body: JSON.stringify(body) });

const foreign = { Origin: "https://elsewhere.example" };

test.each(["/api/query", "/api/storage/x"])(
  "pages of other origins may ask %s, and never with the cookies of a browser [H7]",
  async (path) => {
    const preflight = await fetch(host.url + path, { method: "OPTIONS", headers: foreign });
    const answer = await fetch(host.url + path, { headers: foreign });

    for (const { headers } of [preflight, answer]) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
  },
);

test.each(["/api/stream_function_logs", "/api/deploy2/start_push", "/instance_name"])(
  "what is for the command line is not for pages: %s [H7]",
  async (path) => {
    const preflight = await fetch(host.url + path, { method: "OPTIONS", headers: foreign });

    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  },
);

describe("the admin key counts in the header alone [H8]", () => {
  test("and not in the address", async () => {
    const query = `adminKey=${encodeURIComponent(key)}`;
    const logs = await fetch(`${host.url}/api/stream_function_logs?cursor=0&${query}`);
    const call = await post(`/api/function?${query}`, { path: "items:hidden", args: {} });

    expect(logs.status).toBe(401);
    expect(call.status).toBe(560);
  });

  test("and not in the body", async () => {
    const hashes = await post("/api/get_config_hashes", { version: "1.48.0", adminKey: key });
    const call = await post("/api/function", { path: "items:hidden", args: {}, adminKey: key });

    expect(hashes.status).toBe(401);
    expect(call.status).toBe(560);
  });
});

test.each([
  { what: "an issuer that is a list", claims: { iss: ["https://x"], aud: "convex" } },
  { what: "an issuer that is an object", claims: { iss: { a: 1 }, aud: "convex" } },
  { what: "an issuer that is a number", claims: { iss: 5, aud: "convex" } },
  { what: "an audience that is an object", claims: { iss: "https://x", aud: { toString: 1 } } },
  { what: "an audience that holds null", claims: { iss: "https://x", aud: [null] } },
  { what: "claims that are null", claims: null },
  { what: "claims that are a list", claims: [] },
  { what: "no claims", claims: {} },
])("a token with $what is refused in words of the host's own [H2]", async ({ claims }) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${part({ alg: "RS256" })}.${part(claims)}.${part("x")}`;

  const response = await post(
    "/api/query",
    { path: "items:list", args: {} },
    { authorization: `Bearer ${token}` },
  );

  expect(response.status).toBe(401);
  const { message } = (await response.json()) as { message: string };
  expect(message).toMatch(/^(The token|No auth provider|Could not (parse|verify) the token)/);
  expect(message).not.toMatch(/function|undefined|TypeError|Cannot|object Object|primitive/);
});

test("a token that is signed in an unknown way is refused in words of the host's own [H2]", async () => {
  const token = await new SignJWT({}).setProtectedHeader({ alg: "HS256" }).sign(new Uint8Array(32));

  const response = await post(
    "/api/query",
    { path: "items:list", args: {} },
    { authorization: `Bearer ${token}` },
  );

  expect(await response.json()).toEqual({
    code: "InvalidAuthHeader",
    message: "Tokens signed by HS256 are not accepted.",
  });
});

test.each(["/version", "/instance_version", "/echo"])(
  "strangers are not told which version runs: %s [H3]",
  async (path) => {
    expect((await fetch(host.url + path)).status).toBe(404);
  },
);

test("the command line is told the name of the deployment [H3]", async () => {
  const asked = await fetch(`${host.url}/instance_name`);

  expect([asked.status, await asked.text()]).toEqual([200, "convex"]);
  expect((await post("/instance_name", {})).status).toBe(405);
});

test("who is not signed in sends 64 kB at most, and the holder of a credential more [B16]", async () => {
  const call = (bytes: number) => ({ path: "items:list", args: { list: "x".repeat(bytes) } });
  const large = call(70_000);

  const statuses = await Promise.all([
    post("/api/query", call(60_000)),
    post("/api/query", large),
    post("/api/query", large, { Authorization: `Convex ${key}` }),
  ]);

  expect(statuses.map(({ status }) => status)).toEqual([200, 413, 200]);
});

test.each([
  ["no method of the address", "PUT /api/query", "", 405],
  ["a wrong key", "POST /api/query", "Authorization: Convex convex|guessed\r\n", 403],
  ["a header of no kind", "POST /api/query", "Authorization: Basic x\r\n", 400],
])("%s is answered without waiting for the body [B16]", async (_, line, headers, status) => {
  const head = `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: 1000000\r\n\r\n`;

  expect(await firstLine(host.port, head)).toContain(`HTTP/1.1 ${status} `);
});

test.each([
  ["refuse", "debug", "function.refused"],
  ["fail", "warn", "function.failed"],
])(
  "the log tells why a change did not happen, under the id of its request: %s [B9]",
  async (name, level, event) => {
    const answer = await post("/api/mutation", { path: `items:${name}`, args: {} });
    const requestId = answer.headers.get("x-request-id");

    const line = host.logged.find((text) => text.includes(`"${event}","path":"items:${name}"`));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ level, requestId });
  },
);

test("arguments that are no values are a mistake of the caller, as those that do not fit are [B9]", async () => {
  const answer = await post("/api/mutation", { path: "items:refuse", args: { $code: 1 } });
  const requestId = answer.headers.get("x-request-id") ?? "none";

  const lines = host.logged.filter((line) => line.includes(requestId));
  expect(lines.filter((line) => line.includes('"function.failed"'))).toEqual([]);
  expect(lines.join("")).toContain(
    '"error":"Field name $code starts with a \'$\', which is reserved."',
  );
});

test("the log does not quote the arguments of a refused change [B9]", async () => {
  const answer = await post("/api/mutation", { path: "items:refuse", args: { code: "s3cret" } });
  const requestId = answer.headers.get("x-request-id") ?? "none";

  const lines = host.logged.filter((line) => line.includes(requestId)).join("");
  expect(lines).toContain("extra field `code`");
  expect(lines).not.toContain("s3cret");
});
