import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { connect as connectTo, type LiveHost, startSharedHost } from "../../support/live-host.ts";
import { until } from "../../support/until.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost({ limits: { actionBodyBytes: 3_000_000 } }));
});
afterAll(() => stop());

test("headers, cookies and the address arrive, several cookies come back [H4]", async () => {
  const response = await fetch(`${host.url}/api/hello?x=1`, { headers: { Cookie: "c=3" } });

  expect(await response.text()).toBe("hello ?x=1 c=3");
  expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2; Path=/; HttpOnly"]);
});

test("an unusable Authorization header is an error for an action that asks who is calling [H4]", async () => {
  const token = await connectTo(host.url).action(app.sign, { subject: "ann" });
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    return (await (await fetch(`${host.url}/api/who`, { headers })).json()) as unknown;
  };

  expect(await ask()).toEqual([null, null]);
  expect(await ask(`Bearer ${token}`)).toEqual(["ann", "ann"]);
  const changed = await ask(`Bearer ${token}x`);
  expect(changed).toEqual([expect.stringMatching(/./), null]);
  expect(await ask("Basic YTpi")).toEqual(["The Authorization header is malformed.", null]);
});

test("bodies stream through in both directions [H4]", async () => {
  const body = Buffer.alloc(2_500_000, "0123456789");

  const response = await fetch(`${host.url}/api/mirror`, { method: "POST", body });

  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
});

test("a body that comes while the function thread is replaced gets to the next one [H4] [B5]", async () => {
  const body = Buffer.alloc(500_000, "0123456789");
  const replaced = host.thread.replace({});

  const response = await fetch(`${host.url}/api/mirror`, { method: "POST", body });

  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  await replaced;
});

test("a response is read while it is still being written, and ends when nobody reads [H4]", async () => {
  const response = await fetch(`${host.url}/api/ticks`);
  const reader = response.body!.getReader();

  const ticking = async () => await (await fetch(`${host.url}/api/ticking`)).text();

  const first = await reader.read();
  await reader.read();
  expect(new TextDecoder().decode(first.value)).toMatch(/^(tick\n)+$/);
  expect(await ticking()).toBe("1");

  await reader.cancel();
  await expect.poll(ticking).toBe("0");
});

test("an action need not read the body [H4]", async () => {
  const response = await fetch(`${host.url}/api/ignore-body`, {
    method: "POST",
    body: Buffer.alloc(1_000_000),
  });

  expect([response.status, await response.text()]).toEqual([202, "ignored"]);
});

test.each([
  { what: "with its size said before", body: () => Buffer.alloc(3_500_000) },
  { what: "far above the limit", body: () => Buffer.alloc(40_000_000) },
])(
  "a body above the limit, $what, is refused so that its sender can read why [B3]",
  async ({ body }) => {
    const init = { method: "POST", body: body() };

    const response = await fetch(`${host.url}/api/mirror`, init);

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      message: "The request body is larger than 3000000 bytes.",
    });
  },
);

test("who sends all of a body that was refused goes on with the same connection [B3]", async () => {
  let received = "";
  const socket = connect(host.port, "127.0.0.1");
  socket.on("data", (data) => (received += data.toString()));
  socket.on("error", () => undefined);
  socket.write("POST /api/mirror HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3500000\r\n\r\n");
  await until(
    () => received,
    (text) => text.includes("is larger than"),
  );

  socket.write(Buffer.alloc(3_500_000));
  socket.write("GET /api/hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  await once(socket, "close");

  expect(received).toMatch(/^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 [^]*hello/);
});

test("a request is logged with who, what and how long [H9]", async () => {
  await (await fetch(`${host.url}/api/hello?secret=1`)).text();

  const line = host.logged.map((text) => JSON.parse(text) as Record<string, unknown>).at(-1);
  expect(line).toMatchObject({
    ...{ event: "http", method: "GET", path: "/api/hello", status: 200, isCutOff: false },
    ...{ ms: expect.any(Number), requestId: expect.any(String), ip: expect.any(String) },
  });
});

test("HEAD is answered like GET without a body [H4]", async () => {
  const response = await fetch(`${host.url}/api/hello`, { method: "HEAD" });

  expect([response.status, await response.text()]).toEqual([200, ""]);
});

test("an action that fails says so without details [H4]", async () => {
  const response = await fetch(`${host.url}/api/broken`);

  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret detail");
});
