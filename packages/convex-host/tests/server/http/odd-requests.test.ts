import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";
import { rawExchange } from "../../support/raw-http.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "odd-requests-"));
  await mkdir(join(folder, "app/assets"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "not for strangers");
  await writeFile(join(folder, "app/index.html"), "<!doctype html><title>page</title>");
  await writeFile(join(folder, "app/assets/main-abc123.js"), "export {};");
  ({ host, stop } = await startSharedHost({ host: { frontEnd: { folder: join(folder, "app") } } }));
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

const send = (line: string, headers = "", body = "") =>
  rawExchange(
    host.port,
    `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n${body}`,
  );

const alwaysThere = [
  "Content-Security-Policy: ",
  "X-Content-Type-Options: nosniff",
  "X-Frame-Options: DENY",
  "Referrer-Policy: same-origin",
  "Cross-Origin-Resource-Policy: same-origin",
  "Cross-Origin-Opener-Policy: same-origin",
];

test.each([
  { line: "CONNECT localhost:22", status: 405 },
  { line: "CONNECT evil.example:443", status: 405 },
  { line: "TRACE /", status: 405 },
  { line: "TRACE /api/query", status: 405 },
  { line: "PROPFIND /", status: 404 },
  { line: "OPTIONS *", status: 400 },
  { line: "GET http://evil.example/", status: 421 },
  { line: "GET ftp://localhost/", status: 400 },
  { line: "GET evil", status: 400 },
  { line: "GET //evil.example/assets/none.js", status: 404 },
  { line: "GET /api%2fquery", status: 200 },
  { line: "GET /assets/%00", status: 200 },
  { line: "GET /assets/main-abc123.js%00.html", status: 200 },
  { line: "GET /%c0%ae%c0%ae/secret.txt", status: 404 },
  { line: "GET /..%2fsecret.txt", status: 200 },
  { line: "GET /assets/..%5c..%5csecret.txt", status: 200 },
  { line: "GET /%252e%252e/secret.txt", status: 404 },
  { line: "GET /api/../../secret.txt", status: 404 },
  { line: "GET /..;/secret.txt", status: 404 },
  { line: "HEAD /", status: 200 },
  { line: "HEAD /api/nothing", status: 404 },
  { line: "PUT /api/query", status: 405 },
  { line: "DELETE /api/storage/upload", status: 405 },
  { line: `GET /${"a".repeat(70_000)}`, status: 431 },
  { line: `GET /?${"a=1&".repeat(20_000)}`, status: 431 },
])("$line is answered with $status, as every answer is [H14]", async ({ line, status }) => {
  const answer = await send(line);

  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  for (const header of alwaysThere) expect(head).toContain(header);
  expect(head).not.toMatch(/^(location|set-cookie|server|x-powered-by):/im);
  expect(answer).not.toContain("not for strangers");
  if (status >= 400 && !line.startsWith("HEAD"))
    expect(JSON.parse(body)).toEqual({ code: expect.any(String), message: expect.any(String) });
  if (line.startsWith("HEAD")) expect(body).toBe("");
});

test("nothing of an odd request is sent back [H14]", async () => {
  const echoes = [
    await send("TRACE /secret-path", "X-Secret: secret-header\r\n"),
    await send("GET /api/secret-path?secret-query"),
    await send("POST /api/query", "Content-Length: 13\r\n", "secret-body-1"),
    await send("GET http://secret.example/"),
  ];

  for (const answer of echoes) expect(answer).not.toContain("secret");
});

test("a page that was not changed is not sent again, also when asked in odd ways [H14]", async () => {
  const first = await send("GET /assets/main-abc123.js");
  const tag = /^etag: (.+)$/im.exec(first)?.[1]?.trim() ?? "";

  const same = await send("GET /assets/main-abc123.js", `If-None-Match: ${tag}\r\n`);
  const other = await send("GET /assets/main-abc123.js", 'If-None-Match: "x"\r\n');
  const range = await send("GET /assets/main-abc123.js", "Range: bytes=100-200\r\n");

  expect(same).toMatch(/^HTTP\/1\.1 304 /);
  expect(other).toMatch(/^HTTP\/1\.1 200 /);
  // The host sends files of the page whole, even to a range request.
  expect(range).toMatch(/^HTTP\/1\.1 200 /);
  for (const answer of [same, range])
    for (const header of alwaysThere) expect(answer).toContain(header);
});

// Java's own HTTP client asks for HTTP/2 in this way with its first request.
const http2 = "Upgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n";

const question = '{"path":"none:none","args":{}}';
const asJson = `Content-Type: application/json\r\nContent-Length: ${question.length}\r\n`;

test.each([
  { line: "GET /", headers: "", body: "", text: "<title>page</title>" },
  { line: "POST /api/query", headers: asJson, body: question, text: '"status":"error"' },
])(
  "$line is answered as if it did not ask for another protocol than WebSocket [H14]",
  async ({ line, headers, body, text }) => {
    const usual = await send(line, headers, body);
    const head = `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\n`;
    const asked = await rawExchange(host.port, `${head}${http2}${headers}\r\n${body}`);

    const [status = "", ...rest] = asked.split("\r\n");
    expect(status).toBe(usual.split("\r\n")[0]);
    expect(status).not.toContain(" 404 ");
    expect(rest.join("\n")).toContain(text);
  },
);

test("what comes behind a request for another protocol is not awaited: its connection ends with the answer [H14]", async () => {
  const head = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n";
  const behind = "GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n";

  const answer = await rawExchange(host.port, `${head}${http2}\r\n${behind}`);

  expect(answer).toContain("<title>page</title>");
  expect(answer).toMatch(/^connection: close\r$/im);
});
