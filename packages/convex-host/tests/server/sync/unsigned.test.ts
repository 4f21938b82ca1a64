import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOwnOrigin } from "../../../src/server/sync/own-origin.ts";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startSharedHost, startTestHost } from "../../support/live-host.ts";
import {
  addQuery,
  connectRaw,
  mutation,
  openSocket,
  type RawClient,
} from "../../support/raw-client.ts";
import { until } from "../../support/until.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost({
    limits: { unsignedClientsPerAddress: 10, clientsPerCaller: 3 },
  }));
});
afterAll(() => stop());

const syncPath = "/api/1.48.0/sync";
const open = (origin: string) => openSocket(host.url, syncPath, { Origin: origin });
const sayConnect = { type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 };

async function authenticate(subject = "ann", url = host.url) {
  const value = await new ConvexHttpClient(url).action(app.sign, { subject });
  return { type: "Authenticate", baseVersion: 0, tokenType: "User", value };
}

async function signIn(client: RawClient, subject?: string): Promise<void> {
  client.send(sayConnect);
  client.send(await authenticate(subject));
  client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
  await client.next("Transition");
}

test.each(["https://elsewhere.example", "http://localhost:1", "null", "http://"])(
  "a page of %s gets no socket [S14]",
  async (origin) => {
    await expect(open(origin)).rejects.toThrow("Unexpected server response: 403");
  },
);

test("the site's own pages and programs without an origin get one [S14]", async () => {
  await open(host.url);
  await openSocket(host.url);
  // The page may also use another name of this machine, as in development.
  const { port } = host;
  await openSocket(`http://127.0.0.1:${port}`, syncPath, { Origin: `http://127.0.0.1:${port}` });
});

test.each([
  { origin: "https://t.example", host: "t.example", isOwn: true },
  { origin: "https://t.example", host: "localhost:3000", isOwn: true },
  { origin: "http://t.example", host: "t.example", isOwn: false },
  { origin: "https://t.example:444", host: "t.example", isOwn: false },
  { origin: "https://a.t.example", host: "t.example", isOwn: false },
  { origin: "http://localhost:3000", host: "localhost:3000", isOwn: true },
  { origin: "http://localhost:5173", host: "localhost:3000", isOwn: false },
  { origin: "http://localhost:3000", host: "127.0.0.1:3000", isOwn: false },
  { origin: undefined, host: "t.example", isOwn: true },
])("$origin asking $host is our own: $isOwn [S14]", ({ origin, host: asked, isOwn }) => {
  const headers = { host: asked, ...(origin !== undefined && { origin }) };
  expect(isOwnOrigin(headers, "https://t.example")).toBe(isOwn);
});

test.each([
  { what: "as it is", compress: false },
  { what: "compressed to 200 bytes", compress: true },
])(
  "before sign-in a message of more than 64 kB, $what, ends its connection [B13]",
  async ({ compress }) => {
    const client = await connectRaw(host.url);

    const frame = JSON.stringify(mutation(0, "items:add", { list: "b", text: "x".repeat(70_000) }));
    client.socket.send(frame, { compress });

    expect(await client.closed).toMatchObject({ code: 1009 });
  },
);

test("who signs in may send more, also in the same breath [B13]", async () => {
  const large = mutation(0, "items:add", { list: "large", text: "x".repeat(900_000) });
  const client = await openSocket(host.url);

  for (const message of [sayConnect, await authenticate(), large])
    client.socket.send(JSON.stringify(message), { compress: true });

  expect(await client.next("MutationResponse")).toMatchObject({ success: true });
});

test("whose token is refused may not [B13]", async () => {
  const client = await openSocket(host.url);
  const nobody = { ...(await authenticate()), value: "nonsense" };

  for (const message of [
    sayConnect,
    nobody,
    mutation(0, "items:add", { list: "x".repeat(900_000) }),
  ])
    client.send(message);

  expect(await client.next()).toMatchObject({ type: "AuthError" });
  await client.closed;
});

test("of one address only so many sockets are open that nobody is signed in on [B14]", async () => {
  const signedIn = await openSocket(host.url);
  await signIn(signedIn);
  const refused = () => expect(openSocket(host.url)).rejects.toThrow("response: 503");
  const opened = await Promise.all(Array.from({ length: 10 }, () => openSocket(host.url)));
  await refused();

  // A client that signs in or leaves frees a place; a client that signs out needs one again.
  await signIn(opened[0]!);
  opened.push(await openSocket(host.url));
  await refused();
  signedIn.send({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
  expect(await signedIn.closed).toMatchObject({ code: 1013 });
  opened[1]!.socket.close();
  await opened[1]!.closed;
  await until(
    () => openSocket(host.url).then(Boolean, () => false),
    (isOpen) => isOpen,
  );
});

test("of one address 100 sockets are open that nobody is signed in on, and not one more [B14]", async () => {
  const own = await startTestHost();
  await Promise.all(Array.from({ length: 100 }, () => openSocket(own.url)));

  await expect(openSocket(own.url)).rejects.toThrow("Unexpected server response: 503");
});

test("before sign-in a message has 65,536 bytes at most, and not one more [B13]", async () => {
  const say = async (bytes: number) => {
    const client = await connectRaw(host.url);
    const call = JSON.stringify(mutation(0, "items:add", { list: "b", text: "" }));
    const text = call.replace('""', `"${"x".repeat(bytes - call.length)}"`);
    client.socket.send(text, { compress: true });
    const answered = client.next("MutationResponse").then(() => "answered");
    return await Promise.race([answered, client.closed.then(({ code }) => code)]);
  };

  expect(await say(65_536)).toBe("answered");
  expect(await say(65_537)).toBe(1009);
});

test("arguments of strangers are kept up to 64 kB a connection [B14]", async () => {
  const client = await connectRaw(host.url);

  for (let version = 1; version < 5; version++)
    client.send(
      addQuery(version, { udfPath: "items:list", args: { list: `${version}`.repeat(20_000) } }),
    );

  expect(await client.closed).toMatchObject({ code: 1013 });
});

test("one caller is signed in on so many sockets, and takes none from others [B23]", async () => {
  const open = async (subject: string) => {
    const client = await openSocket(host.url);
    await signIn(client, subject);
    return client;
  };
  const [first] = [await open("eve"), await open("eve"), await open("eve")];

  const more = await openSocket(host.url);
  more.send(sayConnect);
  more.send(await authenticate("eve"));
  expect(await more.closed).toMatchObject({ code: 1013 });
  await open("bob");

  first.socket.close();
  await first.closed;
  await open("eve");
});

test("when strangers of a few addresses hold all sockets, one of another address finds a place [B14]", async () => {
  const crowded = await startTestHost({
    limits: { clients: 4, unsignedClientsPerAddress: 3, fewUnsignedClients: 0 },
    settings: { trustedProxies: 1 },
  });
  const openFrom = (address: string) =>
    openSocket(crowded.url, syncPath, { "X-Forwarded-For": address });
  const member = await openFrom("192.0.2.9");
  member.send(sayConnect);
  member.send(await authenticate("ann", crowded.url));
  member.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
  await member.next("Transition");
  const first = await openFrom("192.0.2.1");
  await openFrom("192.0.2.1");
  const last = await openFrom("192.0.2.1");

  const honest = await openFrom("192.0.2.2");

  await last.closed;
  await expect(openFrom("192.0.2.3")).resolves.toBeDefined();
  await expect(openFrom("192.0.2.4")).rejects.toThrow("Unexpected server response: 503");
  const states = [member, first, honest].map(({ socket }) => socket.readyState);
  expect(states).toEqual([1, 1, 1]);
});

test("when the sessions of one address hold all sockets, somebody elsewhere finds a place [B14]", async () => {
  const crowded = await startTestHost({
    limits: { clients: 4, clientsPerCaller: 2 },
    settings: { trustedProxies: 1 },
  });
  const openFrom = (address: string) =>
    openSocket(crowded.url, syncPath, { "X-Forwarded-For": address });
  const signedIn = async (address: string, subject: string) => {
    const client = await openFrom(address);
    client.send(sayConnect);
    client.send(await authenticate(subject, crowded.url));
    client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
    await client.next("Transition");
    return client;
  };
  const [first] = [await signedIn("192.0.2.1", "eve 1"), await signedIn("192.0.2.1", "eve 1")];
  await signedIn("192.0.2.1", "eve 2");
  const last = await signedIn("192.0.2.1", "eve 2");

  const honest = await signedIn("192.0.2.2", "ann");

  await last.closed;
  await expect(openFrom("192.0.2.1")).rejects.toThrow("Unexpected server response: 503");
  expect([first, honest].map(({ socket }) => socket.readyState)).toEqual([1, 1]);
});

test("when each of very many addresses has a socket, a newcomer gets that of the oldest stranger, and nobody's who is signed in [B14]", async () => {
  const crowded = await startTestHost({
    limits: { clients: 6, fewUnsignedClients: 2 },
    settings: { trustedProxies: 1 },
  });
  const openFrom = (address: string) =>
    openSocket(crowded.url, syncPath, { "X-Forwarded-For": address });
  const members = [];
  // People of one office have an address together.
  for (const subject of ["ann", "ben", "cem"]) {
    const member = await openFrom("192.0.2.9");
    member.send(sayConnect);
    member.send(await authenticate(subject, crowded.url));
    member.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
    await member.next("Transition");
    members.push(member);
  }
  const oldest = await openFrom("198.51.100.1");
  for (const host of [2, 3]) await openFrom(`198.51.100.${host}`);

  for (const host of [4, 5]) await openFrom(`198.51.100.${host}`);
  await openFrom("198.51.100.5");

  await oldest.closed;
  await expect(openFrom("198.51.100.5")).rejects.toThrow("Unexpected server response: 503");
  expect(members.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1]);
});
