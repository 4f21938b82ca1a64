import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import { ConnectionBound } from "../../../src/server/http/connection-bound.ts";
import { createHttpServer } from "../../../src/server/http/http-server.ts";
import {
  connect as connectClient,
  type LiveHost,
  startSharedHost,
  startTestHost,
} from "../../support/live-host.ts";
import { app } from "../../support/fixture-api.ts";
import { rawExchange } from "../../support/raw-http.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost({ limits: { callBodyBytes: 1000, bodyMs: 1000 } }));
});
afterAll(() => stop());

const post = "POST /api/query HTTP/1.1\r\nHost: localhost\r\n";
const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
const version = "Sec-WebSocket-Version: 13\r\n";

test.each([
  { what: "nonsense", status: 400, text: "nonsense\r\n\r\n" },
  { what: "too long headers", status: 431, text: `GET / HTTP/1.1\r\nA: ${"a".repeat(70_000)}\r\n` },
  { what: "no host", status: 400, text: "GET / HTTP/1.1\r\n\r\n" },
  { what: "an odd expectation", status: 417, text: `${post}Expect: tea\r\n\r\n` },
  {
    what: "two lengths",
    status: 400,
    text: `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
  },
  { what: "a broken chunk", status: 400, text: `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n` },
  {
    what: "a large body",
    status: 413,
    text: `${post}Content-Length: 1001\r\n\r\n${"a".repeat(1001)}`,
  },
  {
    what: "a large body in chunks",
    status: 413,
    text: `${post}Transfer-Encoding: chunked\r\n\r\n7d0\r\n${"a".repeat(2000)}\r\n0\r\n\r\n`,
  },
  { what: "a body that does not come", status: 408, text: `${post}Content-Length: 100\r\n\r\n{` },
  {
    what: "an upgrade of nothing",
    status: 404,
    text: `GET /x HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`,
  },
  {
    what: "a socket without a key",
    status: 400,
    text: `GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\n${upgrade}${version}\r\n`,
  },
  {
    what: "a socket of an old version",
    status: 400,
    text: `GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\n${upgrade}${key}Sec-WebSocket-Version: 1\r\n\r\n`,
  },
  {
    what: "a posted socket",
    status: 400,
    text: `POST /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\n${upgrade}${key}${version}\r\n`,
  },
])(
  "$what is refused with $status and the headers of every answer [H11]",
  async ({ status, text }) => {
    expectRefusal(await rawExchange(host.port, text), status);
  },
);

test("a socket too many is refused with the headers of every answer [H11] [B8]", async () => {
  const settings = { siteUrl: "https://site.example.com" };
  const small = await startTestHost({ limits: { clients: 1 }, settings });
  const url = `http://localhost:${small.port}`;
  await connectClient(url).query(app.list, { list: "a" });

  const answer = await rawExchange(
    small.port,
    `GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\n${upgrade}${key}${version}\r\n`,
  );

  expectRefusal(answer, 503);
  expect(answer).toContain("Strict-Transport-Security: max-age=31536000");
});

test("headers that do not come in time are answered in the same way [H11]", async () => {
  const bound = new ConnectionBound(defaultLimits, 0);
  const server = createHttpServer(new Promise(() => undefined), { bound, limits: defaultLimits });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const late = Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.on("connection", (socket: Socket) => server.emit("clientError", late, socket));

  const { port } = server.address() as { port: number };
  expectRefusal(await rawExchange(port, "GET / HTTP/1.1\r\n"), 408);
  server.close();
});

test("who asks for an upgrade of nothing and resets the line does the host no harm [H11]", async () => {
  const uncaught = vi.fn();
  process.on("uncaughtException", uncaught);
  onTestFinished(() => void process.off("uncaughtException", uncaught));

  for (let times = 0; times < 5; times++) {
    const socket = connect(host.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`GET /x HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`, () =>
      socket.resetAndDestroy(),
    );
    await once(socket, "close");
  }

  expect((await fetch(`${host.url}/api/hello`)).status).toBe(200);
  expect(uncaught).not.toHaveBeenCalled();
});

test.each([
  { what: "nonsense", text: "nonsense\r\n\r\n" },
  {
    what: "a request with nonsense",
    text: "GET /api/hello HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n",
  },
  {
    what: "an upgrade of nothing",
    text: `GET /x HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`,
  },
  {
    what: "a socket",
    text: `GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\n${upgrade}${key}${version}\r\n`,
  },
  {
    what: "a tunnel",
    text: "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
  },
])("$what behind a request ends the answer and never gets into it [H11]", async ({ text }) => {
  let received = "";
  await new Promise((resolve) => {
    const socket = connect(host.port, "127.0.0.1");
    socket.write("GET /api/ticks HTTP/1.1\r\nHost: localhost\r\n\r\n");
    socket.on("data", (data) => {
      if (!received.includes("tick")) socket.write(text);
      received += data.toString();
    });
    socket.on("error", resolve);
    socket.on("close", resolve);
  });

  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).not.toMatch(/.HTTP\/1\.1 |This is not HTTP/s);
});

function expectRefusal(answer: string, status: number): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain("X-Content-Type-Options: nosniff");
  expect(head).toContain("X-Frame-Options: DENY");
  expect(head).toContain("Referrer-Policy: same-origin");
  expect(head).toContain("frame-ancestors 'none'");
  const { code, message } = JSON.parse(body) as Record<string, unknown>;
  expect([typeof code, typeof message]).toEqual(["string", "string"]);
}

test.each([
  { what: "nonsense", text: "nonsense\r\n\r\n" },
  { what: "a tunnel", text: "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n" },
  {
    what: "an upgrade of nothing",
    text: `GET /x HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`,
  },
  {
    what: "a socket without a key",
    text: `GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\n${upgrade}${version}\r\n`,
  },
])("who was refused $what and keeps the line is cut off [H11]", async ({ text }) => {
  const socket = connect({ port: host.port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined).resume();
  socket.write(text);
  await once(socket, "end");

  // A client learns that the other end has closed the connection when it writes.
  const writing = setInterval(() => socket.write("still here"), 50);
  onTestFinished(() => clearInterval(writing));
  await closing(socket);
});

test("a line with many requests ahead of their answers is cut, one with a few gets all answers [H11]", async () => {
  const ask = "GET /api/query_ts HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const answersTo = async (count: number, last = "") => {
    const socket = connect(host.port, "127.0.0.1");
    let received = "";
    socket.on("error", () => undefined).on("data", (data) => (received += data.toString()));
    socket.write(ask.repeat(count) + last);
    await closing(socket);
    return received.split("HTTP/1.1 200").length - 1;
  };

  expect(await answersTo(2000)).toBeLessThanOrEqual(16);
  const last = "GET /instance_name HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  expect(await answersTo(10, last)).toBe(11);
});

test("nonsense behind a whole request is not taken for the answer to it [H11]", async () => {
  const ask = "GET /api/query_ts HTTP/1.1\r\nHost: localhost\r\n\r\n";

  expect(await rawExchange(host.port, `${ask}nonsense\r\n\r\n`)).toBe("");
});

/** Resolves when the socket has closed for any reason. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}
