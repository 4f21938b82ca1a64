import { connect } from "node:net";
import { ConvexHttpClient } from "convex/browser";
import { expect, onTestFinished, test } from "vitest";
import type { Limits } from "../../../src/server/bounds/server-limits.ts";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startTestHost } from "../../support/live-host.ts";
import { addQuery, openSocket, type RawClient } from "../../support/raw-client.ts";

const answered = { timeout: 10_000 };

/** Starts a host whose tokens name the account of each sign-in. */
const start = (limits: Partial<Limits>) =>
  startTestHost({
    limits,
    host: { accountClaim: "account", senderPath: "senders:ofCookies" },
  });

/** The token of one of the sign-ins of an account. */
const tokenOf = (host: LiveHost, account: string, signIn: number) =>
  new ConvexHttpClient(host.url).action(app.sign, { subject: `${account} ${signIn}`, account });

async function openPage(host: LiveHost, account: string, signIn: number): Promise<RawClient> {
  const client = await openSocket(host.url);
  client.send({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 });
  const value = await tokenOf(host, account, signIn);
  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
  client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
  return client;
}

/** Sends the head of a call with a large body; the body waits until the test sends it. */
async function beginCall(host: LiveHost, account: string, signIn: number) {
  const bytes = 100_000;
  const call = JSON.stringify({ path: "items:list", args: { list: "" } });
  const body = call.replace('""', `"${"x".repeat(bytes - call.length)}"`);
  const socket = connect(host.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (data) => (received += data.toString()));
  const token = await tokenOf(host, account, signIn);
  const head = ["POST /api/query HTTP/1.1", "Host: localhost", `Authorization: Bearer ${token}`];
  socket.write(`${[...head, `Content-Length: ${bytes}`].join("\r\n")}\r\n\r\n`);
  return {
    send: () => socket.write(body),
    status: () => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? null,
  };
}

test("all sign-ins of one account together are signed in on so many sockets [B25] [B23]", async () => {
  const host = await start({ clientsPerCaller: 2 });
  for (const signIn of [1, 2]) await (await openPage(host, "ann", signIn)).next("Transition");

  const more = await openPage(host, "ann", 3);
  const other = await openPage(host, "bob", 1);

  expect(await more.closed).toMatchObject({ code: 1013 });
  await other.next("Transition");
});

test("large bodies of one account wait for room of its own, whichever of its sign-ins sends them [B25] [B20]", async () => {
  const bodyRoom = { bytes: 300_000, bytesOfOne: 150_000, waitingOfOne: 64, patienceMs: 60_000 };
  const host = await start({ bodyRoom });
  const first = await beginCall(host, "ann", 1);
  const others = [await beginCall(host, "ann", 2), await beginCall(host, "ann", 3)];
  for (const call of others) call.send();
  const honest = await beginCall(host, "bob", 1);
  honest.send();

  await expect.poll(honest.status, answered).toBe("200");
  expect(others.map((call) => call.status())).toEqual([null, null]);
  first.send();
  await expect.poll(() => others.map((call) => call.status()), answered).toEqual(["200", "200"]);
});

const oneAtOnce = {
  ...{ atOnce: 2, atOnceOfOne: 1, overdueOfOne: 1 },
  ...{ waitingOfOne: 1, longestMs: 60_000 },
};

test("calls of one account take its turns, with a token or with the cookies of a session [B25] [B19]", async () => {
  const host = await start({ signedInTurns: oneAtOnce });
  const hello = async (cookie: string) =>
    (await fetch(`${host.url}/api/hello`, { headers: { cookie } })).status;
  const holding = new AbortController();
  const Authorization = `Bearer ${await tokenOf(host, "ann", 1)}`;
  const endless = await fetch(`${host.url}/api/ticks`, {
    signal: holding.signal,
    headers: { Authorization },
  });
  await endless.body?.getReader().read();

  const waiting = [hello("session=of-ann"), hello("session=of-ann; other=1")];

  expect([await Promise.race(waiting), await hello("session=of-bob")]).toEqual([429, 200]);
  holding.abort();
  expect((await Promise.all(waiting)).toSorted()).toEqual([200, 429]);
});

test("calls of one account take its turns, whichever of its sign-ins sends them [B25] [B19]", async () => {
  const host = await start({ signedInTurns: oneAtOnce });
  const ask = async (path: string, [account, signIn]: [string, number], init: RequestInit = {}) => {
    const Authorization = `Bearer ${await tokenOf(host, account, signIn)}`;
    return await fetch(host.url + path, { ...init, headers: { Authorization } });
  };
  const holding = new AbortController();
  const endless = await ask("/api/ticks", ["ann", 1], { signal: holding.signal });
  await endless.body?.getReader().read();

  const waiting = [2, 3].map((signIn) => ask("/api/hello", ["ann", signIn]));
  const first = await Promise.race(waiting);
  const other = await ask("/api/hello", ["bob", 1]);

  expect([first.status, other.status]).toEqual([429, 200]);
  holding.abort();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 429]);
});

test("an account that fills the room of all queries keeps nobody from watching [B14] [B25]", async () => {
  const host = await start({ queryBytes: 100_000 });
  const watchMuch = async (account: string, signIn: number, bytes: number) => {
    const page = await openPage(host, account, signIn);
    await page.next("Transition");
    const query = { udfPath: "items:list", args: { list: "x".repeat(bytes) } };
    page.send(addQuery(1, query));
    return page;
  };
  const [first, second] = [await watchMuch("eve", 1, 45_000), await watchMuch("eve", 2, 40_000)];
  await second.next("Transition");

  const honest = await watchMuch("ann", 1, 30_000);

  expect(await first.closed).toMatchObject({ code: 1013 });
  await honest.next("Transition");
  expect([second, honest].map(({ socket }) => socket.readyState)).toEqual([1, 1]);
});
