import { Agent, request } from "node:http";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, onTestFinished, test } from "vitest";
import { noKnownPaths } from "../../../src/server/http/known-paths.ts";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startTestHost } from "../../support/live-host.ts";
import { rawExchange } from "../../support/raw-http.ts";
import { until } from "../../support/until.ts";

type Answer = { status: number | undefined; text: string };
type Call = { path: string; args: object; headers?: Record<string, string> };

/** Returns a function that makes calls over its own keep-alive connections. */
function openCaller(host: LiveHost) {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return ({ path, args, headers = {} }: Call) =>
    new Promise<Answer>((resolve, reject) => {
      const options = { agent, method: "POST", path: "/api/query", port: host.port, headers };
      const sent = request(options, (response) => {
        let text = "";
        response.on("data", (piece: Buffer) => (text += piece.toString()));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      });
      sent.on("error", reject);
      sent.end(JSON.stringify({ path, args }));
    });
}

async function tokenOf(host: LiveHost, subject: string) {
  const token = await new ConvexHttpClient(host.url).action(app.sign, { subject });
  return { Authorization: `Bearer ${token}` };
}

const oneAtOnce = {
  atOnce: 1,
  atOnceOfOne: 1,
  overdueOfOne: 2,
  waitingOfOne: 2,
  longestMs: 60_000,
};

test("while 40 strangers ask without pause, a signed-in caller waits for few of them [B19]", async () => {
  const host = await startTestHost();
  const headers = await tokenOf(host, "ann");
  const client = new ConvexHttpClient(host.url);
  const ranks = Array.from({ length: 50 }, (_, rank) => rank);
  await Promise.all(
    ranks.map((rank) =>
      client.mutation(app.add, { list: "a", text: "x", rank }, { skipQueue: true }),
    ),
  );
  const ask = { path: "items:list", args: { list: "a" } };
  let answered = 0;
  let isOver = false;
  const stranger = async () => {
    const call = openCaller(host);
    for (; !isOver; answered++) expect(await call(ask)).toMatchObject({ status: 200 });
  };
  const strangers = Array.from({ length: 40 }, stranger);
  await until(
    () => Promise.resolve(answered),
    (count) => count > 100,
  );

  const honest = openCaller(host);
  const waitedFor: number[] = [];
  for (let times = 0; times < 21; times++) {
    const before = answered;
    expect(await honest({ ...ask, headers })).toMatchObject({ status: 200 });
    waitedFor.push(answered - before);
  }
  isOver = true;
  await Promise.all(strangers);

  // Each of the 40 strangers has a call in progress: without fair turns the number would be above 40.
  expect(waitedFor.toSorted((a, b) => a - b)[10]).toBeLessThan(30);
});

/** Occupies the only turn with a stranger's stream and fills the queue with two calls; the third is refused. */
async function fillTurns(host: LiveHost, headers: Record<string, string> = {}) {
  const holding = new AbortController();
  const endless = await fetch(`${host.url}/api/ticks`, { headers, signal: holding.signal });
  await endless.body?.getReader().read();
  const calls = [1, 2, 3].map(() => fetch(`${host.url}/api/hello`, { headers }));
  const refused = await Promise.race(calls);
  return {
    refused,
    letGo: async () => {
      holding.abort();
      return (await Promise.all(calls)).map(({ status }) => status).toSorted();
    },
  };
}

test("who has too many calls waiting is told when to come back, before a body is read [B19]", async () => {
  const host = await startTestHost({ limits: { unsignedTurns: oneAtOnce } });
  const headers = await tokenOf(host, "ann");
  const { refused, letGo } = await fillTurns(host);

  const post = "POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n";
  const unread = await rawExchange(host.port, post);
  const signedIn = await openCaller(host)({ path: "items:list", args: { list: "a" }, headers });

  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
  expect(unread).toMatch(/^HTTP\/1\.1 429 /);
  expect(unread).toContain("Try again in a second.");
  expect(signedIn).toMatchObject({ status: 200 });
  expect(await letGo()).toEqual([200, 200, 429]);
});

test("strangers are told apart by the address that a trusted proxy names, and HTTP actions take turns too [B19]", async () => {
  const unsignedTurns = { ...oneAtOnce, atOnce: 2 };
  const host = await startTestHost({ limits: { unsignedTurns }, settings: { trustedProxies: 1 } });
  const from = (address: string) => ({ "X-Forwarded-For": address });
  const { refused, letGo } = await fillTurns(host, from("192.0.2.1"));

  expect(refused.status).toBe(429);
  const other = await fetch(`${host.url}/api/hello`, { headers: from("192.0.2.2") });
  expect(other.status).toBe(200);
  expect(await letGo()).toEqual([200, 200, 429]);
});

const senderPath = "senders:ofCookies";

test("a stranger with invented cookies takes no turn of those who have a session, behind one address, also when they come for the first time [B19]", async () => {
  const host = await startTestHost({
    limits: { unsignedTurns: oneAtOnce },
    host: { senderPath },
  });
  const ask = async (cookie: string) =>
    (await fetch(`${host.url}/api/hello`, { headers: { cookie } })).status;
  const { refused, letGo } = await fillTurns(host, { cookie: "session=invented" });
  expect(refused.status).toBe(429);

  // Unknown cookies in any spelling share the turns of the address.
  expect(await ask("session=invented; other=1")).toBe(429);
  expect(await ask("session=of-ann")).toBe(200);
  expect(await letGo()).toEqual([200, 200, 429]);
});

test("all cookies of one sender take the same turns [B19] [B25]", async () => {
  const signedInTurns = { ...oneAtOnce, atOnce: 2 };
  const host = await startTestHost({ limits: { signedInTurns }, host: { senderPath } });
  const { refused, letGo } = await fillTurns(host, { cookie: "session=of-ann" });
  const ask = async (cookie: string) =>
    (await fetch(`${host.url}/api/hello`, { headers: { cookie } })).status;

  expect([refused.status, await ask("session=of-ann; other=1")]).toEqual([429, 429]);
  expect(await ask("session=of-bob")).toBe(200);
  expect(await letGo()).toEqual([200, 200, 429]);
});

test("whoever asks for the sender of cookies without end keeps nobody's from being known [B19]", async () => {
  const host = await startTestHost({ limits: { unsignedTurns: oneAtOnce }, host: { senderPath } });
  const { letGo } = await fillTurns(host);
  const invent = (number: number) =>
    fetch(`${host.url}/api/hello`, { headers: { cookie: `session=${number}` } });
  const invented = Promise.all(Array.from({ length: 200 }, (_, number) => invent(number)));

  const headers = { cookie: "session=of-ann" };
  expect((await fetch(`${host.url}/api/hello`, { headers })).status).toBe(200);
  expect(new Set((await invented).map(({ status }) => status))).toEqual(new Set([429]));
  await letGo();
});

const heldCalls: [name: string, call: { path: string; init: RequestInit }][] = [
  ["an HTTP action", { path: "/api/held", init: {} }],
  [
    "an action",
    { path: "/api/action", init: { method: "POST", body: '{"path":"holds:wait","args":{}}' } },
  ],
];

test.each(heldCalls)(
  "%s whose client goes away holds a place of its caller until it ends [B19]",
  async (_name, { path, init }) => {
    const turns = { ...oneAtOnce, atOnce: 4, atOnceOfOne: 4, longestMs: 20 };
    const host = await startTestHost({ limits: { unsignedTurns: turns } });
    const client = new ConvexHttpClient(host.url);
    client.setAuth(await client.action(app.sign, { subject: "ann" }));
    const letGo = makeFunctionReference<"action", Record<string, never>, number>("holds:letGo");
    const leaving = new AbortController();
    const left = [1, 2].map(() => fetch(host.url + path, { ...init, signal: leaving.signal }));
    await until(
      () => fetch(`${host.url}/api/hello`, { signal: AbortSignal.timeout(200) }).catch(() => null),
      (answer) => answer === null,
    );

    leaving.abort();
    await Promise.allSettled(left);
    let isAnswered = false;
    const next = fetch(`${host.url}/api/hello`).then(() => (isAnswered = true));
    for (let times = 0; times < 20; times++) await client.query(app.list, { list: "a" });

    expect(isAnswered).toBe(false);
    expect(await client.action(letGo, {})).toBe(2);
    expect(await next).toBe(true);
  },
);

test("of answers that take much memory one caller has one made at a time, and all have a few [B19]", async () => {
  const longTurns = { ...oneAtOnce, atOnce: 2, overdueOfOne: 1 };
  const isLong = (path: string) => path === "/api/held";
  const host = await startTestHost({
    limits: { longTurns },
    host: { paths: { ...noKnownPaths, isLong } },
  });
  const client = new ConvexHttpClient(host.url);
  const held = async () =>
    await client.action(
      makeFunctionReference<"action", Record<string, never>, number>("holds:count"),
      {},
    );
  const letGo = makeFunctionReference<"action", Record<string, never>, number>("holds:letGo");
  const [ann, bob, cay] = await Promise.all(["ann", "bob", "cay"].map((who) => tokenOf(host, who)));
  const ask = (headers: Record<string, string> | undefined) =>
    fetch(`${host.url}/api/held`, { headers: headers! }).then(({ status }) => status);

  const ofAnn = [ask(ann), ask(ann)];
  await expect.poll(held).toBe(1);
  const ofBob = ask(bob);
  await expect.poll(held).toBe(2);
  const ofCay = ask(cay);
  // Meanwhile the host answers other requests of callers who have requests waiting.
  for (const headers of [ann, cay])
    expect((await fetch(`${host.url}/api/hello`, { headers: headers! })).status).toBe(200);
  expect(await held()).toBe(2);

  expect(await client.action(letGo, {})).toBe(2);
  await expect.poll(held).toBe(2);
  expect(await client.action(letGo, {})).toBe(2);
  expect(await Promise.all([...ofAnn, ofBob, ofCay])).toEqual([200, 200, 200, 200]);
});
