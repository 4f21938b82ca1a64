import { connect, type Socket } from "node:net";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeAll, afterAll, expect, onTestFinished, test, vi } from "vitest";
import { SharedRoom } from "../../../src/server/bounds/shared-room.ts";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  const bodyRoom = { bytes: 300_000, bytesOfOne: 200_000, waitingOfOne: 64, patienceMs: 200 };
  const actionBodyRoom = {
    bytes: 3_000_000,
    bytesOfOne: 2_000_000,
    waitingOfOne: 64,
    patienceMs: 200,
  };
  const limits = { bodyRoom, actionBodyRoom, callBodyBytes: 190_000 };
  ({ host, stop } = await startSharedHost({ limits, host: { senderPath: "senders:ofCookies" } }));
});
afterAll(() => stop());

/** Starts a call whose body the test sends in pieces. `status` is null until the response arrives. */
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

/** Watches the requests for room. The returned function waits until this many requests have been granted. */
function watchRoom() {
  const take = vi.spyOn(SharedRoom.prototype, "take");
  onTestFinished(() => void take.mockRestore());
  return async (count: number) => {
    await expect.poll(() => take.mock.calls.length, answered).toBe(count);
    await Promise.all(take.mock.results.map(({ value }) => value as Promise<unknown>));
  };
}

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

test("a large body has its room until its call ends, also when its sender has gone [B20]", async () => {
  const client = new ConvexHttpClient(host.url);
  const hold = (name: string) =>
    makeFunctionReference<"action", Record<string, never>, number>(`holds:${name}`);
  const token = await client.action(app.sign, { subject: "ann" });
  const leaving = new AbortController();
  const left = fetch(`${host.url}/api/action`, {
    ...{ method: "POST", headers: { Authorization: `Bearer ${token}` }, signal: leaving.signal },
    body: JSON.stringify({ path: "holds:wait", args: {} }) + " ".repeat(140_000),
  });
  await expect.poll(() => client.action(hold("count"), {}), answered).toBe(1);
  leaving.abort();
  await expect(left).rejects.toThrow();
  const next = await beginCall("ann", { bytes: 150_000 });
  next.send();
  const other = await beginCall("bob", { bytes: 150_000 });
  other.send();

  await expect.poll(() => other.status(), answered).toBe("200");
  expect(next.status()).toBeNull();
  await client.action(hold("letGo"), {});
  await expect.poll(() => next.status(), answered).toBe("200");
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

test("room that slow bodies hold goes to who has less, and its holders are told [B20]", async () => {
  const haveRoom = watchRoom();
  const held = await Promise.all(
    ["ann", "ann", "bob", "bob"].map((who) => beginCall(who, { bytes: 75_000 })),
  );
  await haveRoom(4);
  const honest = await beginCall("cid", { bytes: 100_000 });
  honest.send();

  await expect.poll(() => honest.status(), answered).toBe("200");
  const isCut = () => held.map((call) => call.status() === "503");
  await expect.poll(() => isCut().filter(Boolean), answered).toHaveLength(2);
  for (const [index, call] of held.entries()) if (isCut()[index] === false) call.send();
  await expect
    .poll(() => held.map((call) => call.status()).toSorted(), answered)
    .toEqual(["200", "200", "503", "503"]);
});

/** A request to an HTTP action that sends a part of its body. */
function beginAction(
  path: string,
  { bytes, sent, who }: { bytes: number; sent: number; who: string },
) {
  const socket = connect(host.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (data) => (received += data.toString()));
  socket.on("error", () => undefined);
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", `Cookie: session=of-${who}`];
  socket.write(`${[...head, `Content-Length: ${bytes}`].join("\r\n")}\r\n\r\n`);
  socket.write(Buffer.alloc(sent));
  return {
    sendRest: () => socket.write(Buffer.alloc(bytes - sent)),
    status: () => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? null,
  };
}

test("what HTTP actions read has room, and whoever fills it slowly makes room for others [B20]", async () => {
  const large = { bytes: 1_000_000, sent: 900_000 };
  // An action that does not read its body leaves the room to others.
  const unread = beginAction("/api/ignore-body", { ...large, who: "ann" });
  await expect.poll(() => unread.status(), answered).toBe("202");
  const haveRoom = watchRoom();
  const slow = ["ann", "ann", "bob"].map((who) => beginAction("/api/gathered", { ...large, who }));
  await haveRoom(3);
  const honest = beginAction("/api/gathered", { ...large, bytes: 950_000, who: "cid" });
  honest.sendRest();

  await expect.poll(() => honest.status(), answered).toBe("200");
  await expect
    .poll(() => slow.map(({ status }) => status()).toSorted(), answered)
    .toEqual(["503", null, null]);
  for (const call of slow) if (call.status() === null) call.sendRest();
  await expect
    .poll(() => slow.map(({ status }) => status()).toSorted(), answered)
    .toEqual(["200", "200", "503"]);
});
