import { afterAll, beforeAll, expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { connect, type LiveHost, startSharedHost } from "../../support/live-host.ts";
import { addQuery, connectRaw, mutation, openSocket } from "../../support/raw-client.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost({
    limits: { frameBytes: 100_000, argumentBytes: 50_000 },
  }));
});
afterAll(() => stop());

test.each([
  { what: "no JSON", frame: "{" },
  { what: "an array", frame: "[]" },
  { what: "an unknown type", frame: '{"type":"Shutdown"}' },
  { what: "no type", frame: "{}" },
  { what: "a Connect without a session", frame: '{"type":"Connect","connectionCount":0}' },
  {
    what: "a Connect with a session that is no UUID",
    frame: '{"type":"Connect","sessionId":"x","connectionCount":0}',
  },
  { what: "a mutation before Connect", frame: JSON.stringify(mutation(0, "items:add", {})) },
  { what: "deep nesting", frame: "[".repeat(50_000) },
])("a connection that begins with $what is ended with a FatalError [S9]", async ({ frame }) => {
  const client = await openSocket(host.url);

  client.send(frame);

  expect(await client.next()).toMatchObject({ type: "FatalError" });
  expect(await client.closed).toMatchObject({ code: 1002 });
});

test.each([
  {
    what: "a second Connect",
    frame: { type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 },
  },
  {
    what: "a query set from another version",
    frame: addQuery(7, { udfPath: "items:list", args: {} }),
  },
  {
    what: "a query id twice",
    frame: {
      type: "ModifyQuerySet",
      baseVersion: 1,
      newVersion: 2,
      modifications: [1, 1].map((queryId) => ({
        type: "Add",
        queryId,
        udfPath: "items:list",
        args: [{ list: "a" }],
      })),
    },
  },
  {
    what: "an identity from another version",
    frame: { type: "Authenticate", baseVersion: 4, tokenType: "None" },
  },
  { what: "arguments that are no object", frame: { ...mutation(0, "items:add", {}), args: ["a"] } },
  { what: "a negative request id", frame: mutation(-1, "items:add", {}) },
  { what: "a huge request id", frame: mutation(2 ** 40, "items:add", {}) },
])("$what ends the connection with a FatalError [S9]", async ({ frame }) => {
  const client = await connectRaw(host.url);

  client.send(frame);

  expect(await client.next()).toMatchObject({ type: "FatalError" });
  await client.closed;
});

test("a binary frame ends the connection [S9]", async () => {
  const client = await connectRaw(host.url);

  client.socket.send(Buffer.from([1, 2, 3]));

  expect(await client.closed).toMatchObject({ code: 1003 });
});

test("unknown fields and events are ignored [S9]", async () => {
  const client = await connectRaw(host.url);

  client.send({ type: "Event", eventType: "ClientConnect", event: { any: [1] } });
  client.send({ ...mutation(0, "items:add", { list: "b", text: "one" }), extra: true });

  expect(await client.next("MutationResponse")).toMatchObject({ success: true });
});

test("a frame above the limit ends only its own connection [B1]", async () => {
  const client = await connectRaw(host.url);
  const other = await connectRaw(host.url);

  client.send(mutation(0, "items:add", { list: "b", text: "x".repeat(200_000) }));
  other.send(mutation(0, "items:add", { list: "b", text: "fine" }));

  expect(await client.closed).toMatchObject({ code: 1009 });
  expect(await other.next("MutationResponse")).toMatchObject({ success: true });
});

test("large messages are sent compressed, and a small frame that becomes too large a message is refused [S13]", async () => {
  const client = await openSocket(host.url);
  expect(client.socket.extensions).toContain("permessage-deflate");
  client.socket.send(`"${"a".repeat(110_000)}"`, { compress: true });
  expect(await client.closed).toMatchObject({ code: 1009 });
});

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test.each([
  { what: "nested 20,000 levels deep", text: nested(20_000) },
  { what: "with 20,000 items in one place", text: `[${"0,".repeat(20_000)}0]` },
])(
  "a small frame that inflates to arguments $what ends only its connection [B9]",
  async ({ text }) => {
    const client = await connectRaw(host.url);
    const other = await connectRaw(host.url);

    const frame = JSON.stringify(mutation(0, "items:add", { list: "b" }));
    client.socket.send(frame.replace('"b"', text), { compress: true });

    expect(await client.next()).toMatchObject({ type: "FatalError" });
    expect(await client.closed).toMatchObject({ code: 1002 });
    other.send(mutation(0, "items:add", { list: "b", text: "fine" }));
    expect(await other.next("MutationResponse")).toMatchObject({ success: true });
  },
);

test("arguments with a few levels too many fail their call alone [B9]", async () => {
  const client = await connectRaw(host.url);

  const frame = JSON.stringify(mutation(0, "items:add", { list: "b" }));
  client.send(frame.replace('"b"', nested(66)));
  client.send(mutation(1, "items:add", { list: "b", text: "fine" }));

  expect(await client.next("MutationResponse")).toMatchObject({ requestId: 0, success: false });
  expect(await client.next("MutationResponse")).toMatchObject({ requestId: 1, success: true });
});

test("arguments above the limit fail the call, not the connection [B2]", async () => {
  const client = await connectRaw(host.url);

  client.send(mutation(0, "items:add", { list: "b", text: "x".repeat(60_000) }));
  client.send(mutation(1, "items:add", { list: "b", text: "fine" }));

  expect(await client.next("MutationResponse")).toMatchObject({ requestId: 0, success: false });
  expect(await client.next("MutationResponse")).toMatchObject({ requestId: 1, success: true });
});

test.each([
  { what: "an unknown function", path: "items:nothing", args: {} },
  { what: "an unknown module", path: "nowhere:add", args: {} },
  { what: "an internal function", path: "items:hidden", args: {} },
  { what: "a query", path: "items:list", args: { list: "a" } },
  { what: "a path that is none", path: "a:b:c", args: {} },
  { what: "missing arguments", path: "items:add", args: {} },
  { what: "wrong arguments", path: "items:add", args: { list: 1, text: "x" } },
  { what: "encoded nonsense", path: "items:add", args: { list: "a", text: { $integer: "?" } } },
])(
  "a mutation of $what fails with a clear text and changes nothing [S8]",
  async ({ path, args }) => {
    const client = await connectRaw(host.url);

    client.send(mutation(0, path, args));

    const answer = await client.next("MutationResponse");
    expect(answer).toMatchObject({ requestId: 0, success: false, result: expect.any(String) });
    expect(answer).not.toHaveProperty("errorData");
  },
);

test("a query that cannot be run is a failed query, the others of the client are fine [S8]", async () => {
  const client = await connectRaw(host.url);
  client.send({
    type: "ModifyQuerySet",
    baseVersion: 1,
    newVersion: 2,
    modifications: ["items:nothing", "items:list", "loops:loopInMutation"].map(
      (udfPath, queryId) => ({
        type: "Add",
        queryId,
        udfPath,
        args: [{ list: "none" }],
      }),
    ),
  });

  const { modifications } = await client.next("Transition");
  expect(modifications).toMatchObject([
    { queryId: 0, type: "QueryFailed" },
    { queryId: 1, type: "QueryUpdated", value: [] },
    { queryId: 2, type: "QueryFailed" },
  ]);
});

test("errorData is there for a ConvexError and for nothing else [S8]", async () => {
  const client = await connectRaw(host.url);
  client.send(mutation(0, "items:refuse", {}));
  client.send(mutation(1, "items:fail", {}));

  const [refused, failed] = [
    await client.next("MutationResponse"),
    await client.next("MutationResponse"),
  ];

  expect(refused["errorData"]).toEqual({ code: "refused" });
  expect(failed).not.toHaveProperty("errorData");
  expect(failed["result"]).not.toContain("secret detail");
  expect(await connect(host.url).query(app.list, { list: "refused" })).toEqual([]);
});

test.each(["/api/sync", "/api/1.48.0/sync", "//api/1.48.0/sync", "/api/99.0.0-alpha/sync"])(
  "clients may connect at %s [S1]",
  async (path) => {
    const client = await openSocket(host.url, path);
    client.send({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 });
    client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });

    expect(await client.next()).toMatchObject({ type: "Transition", endVersion: { querySet: 1 } });
  },
);
