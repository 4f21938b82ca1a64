import { connect, type Socket } from "node:net";
import { ConvexHttpClient } from "convex/browser";
import { beforeAll, afterAll, expect, onTestFinished, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  const bodyRoom = { bytes: 300_000, bytesOfOne: 200_000 };
  ({ host, stop } = await startSharedHost({ limits: { bodyRoom, callBodyBytes: 190_000 } }));
});
afterAll(() => stop());

/** A call whose body is sent piece by piece; what came back is its status, or null as long as nothing has. */
async function beginCall(subject: string, options: { bytes: number; isChunked?: boolean }) {
  const token = await new ConvexHttpClient(host.url).action(app.sign, { subject });
  const { bytes, isChunked = false } = options;
  const call = JSON.stringify({ path: "items:list", args: { list: "" } });
  const body = call.replace('""', `"${"x".repeat(bytes - call.length)}"`);
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes}`;
  const socket: Socket = connect(host.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (data) => (received += data.toString()));
  socket.on("error", () => undefined);
  const head = ["POST /api/query HTTP/1.1", "Host: localhost", `Authorization: Bearer ${token}`];
  socket.write(`${[...head, length].join("\r\n")}\r\n\r\n`);
  const send = () =>
    isChunked ? socket.write(`${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`) : socket.write(body);
  return { send, status: () => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? null };
}

const answered = { timeout: 10_000 };

test("large bodies of one caller wait for room of their own, and keep nobody else from calling [B20]", async () => {
  const first = await beginCall("ann", { bytes: 150_000 });
  const second = await beginCall("ann", { bytes: 150_000 });
  second.send();
  const small = await beginCall("ann", { bytes: 1000 });
  small.send();
  const other = await beginCall("bob", { bytes: 150_000 });
  other.send();

  await expect.poll(() => [small.status(), other.status()], answered).toEqual(["200", "200"]);
  expect([first.status(), second.status()]).toEqual([null, null]);
  first.send();
  await expect.poll(() => [first.status(), second.status()], answered).toEqual(["200", "200"]);
});

test("a body that does not say how long it is may become as long as any [B20]", async () => {
  const first = await beginCall("ann", { bytes: 190_000 });
  const unknown = await beginCall("bob", { bytes: 70_000, isChunked: true });
  unknown.send();
  const small = await beginCall("bob", { bytes: 1000, isChunked: false });
  small.send();

  await expect.poll(() => small.status(), answered).toBe("200");
  expect(unknown.status()).toBe(null);
  first.send();
  await expect.poll(() => unknown.status(), answered).toBe("200");
});
