import { ConvexHttpClient } from "convex/browser";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { clientFrame } from "../../../src/server/sync/frame-header.ts";
import { app } from "../../support/fixture-api.ts";
import { startTestHost } from "../../support/live-host.ts";
import { connectRaw, mutation, type RawClient } from "../../support/raw-client.ts";

async function signIn(url: string, subject = "ann"): Promise<RawClient> {
  const client = await connectRaw(url);
  const value = await new ConvexHttpClient(url).action(app.sign, { subject });
  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
  await client.next("Transition");
  return client;
}

test("small frames that inflate to much are read as fast as they may come, and stop nobody else [B15]", async () => {
  const pace = { bytesPerSecond: 1, mostBytes: 5_000_000, busyMsPerSecond: 1e6, mostBusyMs: 1e6 };
  const host = await startTestHost({ limits: { clientPace: pace } });
  const [greedy, honest] = [await signIn(host.url), await signIn(host.url)];

  for (let id = 0; id < 40; id++) {
    const frame = JSON.stringify(mutation(id, "items:fail", { list: "a".repeat(1_000_000) }));
    greedy.socket.send(frame, { compress: true });
  }
  for (let id = 0; id < 20; id++) {
    honest.send(mutation(id, "items:add", { list: "flood", text: `${id}` }));
    expect(await honest.next("MutationResponse")).toMatchObject({ requestId: id, success: true });
  }

  // The fifth message overdrew the client's budget.
  for (let id = 0; id < 5; id++)
    expect(await greedy.next("MutationResponse")).toMatchObject({ requestId: id });
  honest.send(mutation(20, "items:add", { list: "flood", text: "last" }));
  await honest.next("MutationResponse");
  expect(greedy.waiting.filter(({ type }) => type === "MutationResponse")).toEqual([]);
  expect(greedy.socket.readyState).toBe(greedy.socket.OPEN);
});

test("calls whose arguments fill what a client may have waiting are read on when some are answered [B15]", async () => {
  const host = await startTestHost({ limits: { waitingBytes: 100_000 } });
  const client = await signIn(host.url);

  for (let id = 0; id < 60; id++)
    client.send(mutation(id, "items:add", { list: "much", text: "x".repeat(30_000) }));

  for (let id = 0; id < 60; id++)
    expect(await client.next("MutationResponse")).toMatchObject({ requestId: id, success: true });
});

test("pings and pongs are read no faster than messages, and stop nobody else [B15]", async () => {
  const pace = { bytesPerSecond: 1, mostBytes: 5000, busyMsPerSecond: 1e6, mostBusyMs: 1e6 };
  const host = await startTestHost({ limits: { unsignedPace: pace } });
  const [greedy, honest] = [await connectRaw(host.url), await signIn(host.url)];
  let answered = 0;
  greedy.socket.on("pong", () => {
    answered += 1;
    greedy.socket.pong();
    greedy.socket.ping();
  });
  greedy.socket.ping();

  for (let id = 0; id < 60; id++) {
    honest.send(mutation(id, "items:add", { list: "pings", text: `${id}` }));
    expect(await honest.next("MutationResponse")).toMatchObject({ requestId: id, success: true });
  }

  // Each message counts as 256 of the 5,000 bytes.
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThanOrEqual(20);
});

test("every ping of a packet full of them is answered, in order [B15]", async () => {
  const host = await startTestHost();
  const stranger = await connectRaw(host.url);
  const sent = Array.from({ length: 300 }, (_, at) => `${at}`);
  const answered: string[] = [];
  const all = new Promise((resolve) => {
    stranger.socket.on("pong", (data: Buffer) => {
      if (answered.push(data.toString()) === sent.length) resolve("all");
    });
    stranger.socket.on("close", resolve);
  });

  for (const text of sent) stranger.socket.ping(text);

  expect(await all).toBe("all");
  expect(answered).toEqual(sent);
});

test("messages that never end give way when all of them are too much, and who ends theirs is served [B21]", async () => {
  const host = await startTestHost({ limits: { unfinishedBytes: 500_000 } });
  const message = JSON.stringify(
    mutation(0, "items:add", { list: "long", text: "x".repeat(99_000) }),
  );
  const send = (client: RawClient, text: string, fin: boolean) =>
    new Promise((resolve) => client.socket.send(text, { fin, compress: false }, resolve));
  const honest = await signIn(host.url);
  await send(honest, message.slice(0, 50_000), false);
  const greedy = [];
  for (let nth = 0; nth < 8; nth += 1) greedy.push(await signIn(host.url, "eve"));
  for (const client of greedy) await send(client, message.slice(0, 90_000), false);
  // Of a byte each: what is kept of a frame counts too.
  for (let nth = 0; nth < 3_000; nth += 1) void send(greedy[7]!, "x", false);

  expect((await Promise.race(greedy.map(({ closed }) => closed))).code).toBe(1013);
  await greedy[7]!.closed;
  await send(honest, message.slice(50_000), true);
  expect(await honest.next("MutationResponse")).toMatchObject({ requestId: 0, success: true });
  expect(greedy.some(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
  // What has ended takes no room any more.
  for (let id = 1; id < 12; id += 1) {
    const next = message.replace('"requestId":0', `"requestId":${id}`);
    await send(honest, next.slice(0, 60_000), false);
    await send(honest, next.slice(60_000), true);
    expect(await honest.next("MutationResponse")).toMatchObject({ requestId: id, success: true });
  }
});

test("a message that begins in the packet of its handshake makes no room for others [B21]", async () => {
  const host = await startTestHost({ limits: { unfinishedBytes: 100_000 } });
  const says = { sessionId: "0", connectionCount: 0, lastCloseReason: "", clientTs: 0 };
  const connects = JSON.stringify({ type: "Connect", ...says });
  for (let nth = 0; nth < 8; nth += 1) {
    const beginning = clientFrame(1, Buffer.from(connects.padEnd(20_000)));
    beginning[0]! &= 0x7f;
    await shakeHands(host.url, beginning, clientFrame(0, Buffer.from(" ")));
  }

  const greedy = await signIn(host.url);
  greedy.socket.send("x".repeat(110_000), { fin: false, compress: false });

  expect((await greedy.closed).code).toBe(1013);
});

/** Asks for a socket, with the first bytes behind the request, and sends the others when it is open. */
async function shakeHands(url: string, first: Buffer, then: Buffer): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const lines = [
    "GET /api/1.48.0/sync HTTP/1.1",
    `Host: ${hostname}:${port}`,
    ...["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}`,
  ];
  socket.write(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), first]));
  await new Promise((resolve) => socket.once("data", resolve));
  await new Promise((resolve) => socket.write(then, resolve));
}

test("queries that are added and removed in one message are watched by nobody, and not told as removed [B4]", async () => {
  const host = await startTestHost();
  const client = await connectRaw(host.url);
  const udfPath = "items:list";
  const pair = (queryId: number) => [
    { type: "Add", queryId, udfPath, args: [{ list: `pair ${queryId}` }] },
    { type: "Remove", queryId },
  ];
  const kept = { type: "Add", queryId: 100, udfPath, args: [{ list: "kept" }] };
  const modifications = [...Array.from({ length: 60 }, (_, id) => pair(id)).flat(), kept];
  client.send({ type: "ModifyQuerySet", baseVersion: 1, newVersion: 2, modifications });

  const shown = await client.next("Transition");
  expect(shown["modifications"]).toMatchObject([{ type: "QueryUpdated", queryId: 100 }]);
});
