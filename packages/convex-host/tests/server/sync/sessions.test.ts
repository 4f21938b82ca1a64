import { expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { openProxy } from "../../support/cuttable-proxy.ts";
import { connect, startTestHost, temporaryFolder } from "../../support/live-host.ts";
import { addQuery, connectRaw, mutation, openSocket } from "../../support/raw-client.ts";
import { watch } from "../../support/watch.ts";

test("a mutation whose answer was lost is not carried out again, and gets its first answer [S5]", async () => {
  const host = await startTestHost();
  const line = await openProxy(host.port);
  const far = connect(line.url);
  const near = connect(host.url);
  await watch(far, app.list, { list: "a" }).next();
  const seen = watch<string[]>(near, app.list, { list: "a" });
  await seen.next();

  line.holdAnswers();
  const answer = far.mutation(app.add, { list: "a", text: "once" });
  await seen.next();
  line.cut();

  expect(await answer).toBe("once");
  expect(await near.query(app.list, { list: "a" })).toEqual(["once"]);
  expect(await near.action(app.count, { name: "add once" })).toBe(1);
});

test("the same holds over a restart of the host [S5]", async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestHost({ dataDir });
  const line = await openProxy(first.port);
  const far = connect(line.url);
  const near = connect(first.url);
  await watch(far, app.list, { list: "a" }).next();
  const seen = watch<string[]>(near, app.list, { list: "a" });
  await seen.next();
  line.holdAnswers();
  const answer = far.mutation(app.add, { list: "a", text: "once" });
  await seen.next();
  line.cut();
  await first.stop();

  const second = await startTestHost({ dataDir, port: first.port });

  expect(await answer).toBe("once");
  const again = connect(second.url);
  expect(await again.query(app.list, { list: "a" })).toEqual(["once"]);
});

test("another caller cannot fetch the answer of someone's mutation [S5]", async () => {
  const host = await startTestHost();
  const sessionId = crypto.randomUUID();
  const ann = await connectRaw(host.url, sessionId);
  ann.send(mutation(0, "items:add", { list: "a", text: "mine" }));
  await ann.next("MutationResponse");
  const token = await connect(host.url).action(app.sign, { subject: "bob" });

  const bob = await connectRaw(host.url, sessionId);
  bob.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: token });
  bob.send(mutation(0, "items:add", { list: "a", text: "other" }));

  expect(await bob.next("MutationResponse")).toMatchObject({ success: false });
});

test("clients go on by themselves after a stop and a start, with what they watched and what they wrote [S12]", async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestHost({ dataDir });
  const client = connect(first.url);
  const seen = watch<string[]>(client, app.list, { list: "a" });
  await client.mutation(app.add, { list: "a", text: "before" });
  await seen.until((texts) => texts.length === 1);

  await first.stop();
  const answer = client.mutation(app.add, { list: "a", text: "between" });
  await startTestHost({ dataDir, port: first.port });

  expect(await answer).toBe("between");
  expect(await seen.until((texts) => texts.length === 2)).toEqual(["before", "between"]);
});

test("a mutation that runs when the host is told to stop is carried out and answered [S12]", async () => {
  const host = await startTestHost();
  const client = await connectRaw(host.url);

  client.send(mutation(0, "items:add", { list: "a", text: "last" }));
  client.send({ type: "Action", requestId: 1, udfPath: "loops:slowAction", args: [{ ms: 50 }] });
  await client.next("MutationResponse");
  const stopping = host.stop();

  expect(await client.next("ActionResponse")).toMatchObject({ success: true, result: "done" });
  expect(await client.closed).toEqual({
    code: 1012,
    reason: "ServerRestart: the host is restarting",
  });
  await stopping;
});

test("pages keep their ends over a lost connection [L7]", async () => {
  const host = await startTestHost();
  const line = await openProxy(host.port);
  const far = connect(line.url);
  const near = connect(host.url);
  for (const rank of [10, 20, 30])
    await near.mutation(app.add, { list: "p", text: String(rank), rank });
  const paginationOpts = { numItems: 2, cursor: null, id: 1 };
  const page = watch<{ page: { text: string }[] }>(far, app.page, { list: "p", paginationOpts });
  await page.next();

  line.cut();
  await near.mutation(app.add, { list: "p", text: "15", rank: 15 });

  const { page: rows } = await page.until(({ page: found }) => found.length !== 2);
  expect(rows.map(({ text }) => text)).toEqual(["10", "15", "20"]);
});

test("what comes after Authenticate waits for it and runs as that caller [S6]", async () => {
  const host = await startTestHost();
  const token = await connect(host.url).action(app.sign, { subject: "ann" });
  const client = await openSocket(host.url);

  client.send({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0, clientTs: 0 });
  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: token });
  client.send(addQuery(0, { udfPath: "items:mine", args: { list: "a" } }));
  client.send(mutation(0, "items:addMine", { list: "a" }));

  const answer = await client.next("MutationResponse");
  expect(answer).toMatchObject({ success: true });
  // The host chooses the number of Transitions in between.
  for (let texts = ""; !texts.includes('{"subject":"ann","texts":["ann"]}');)
    texts = JSON.stringify((await client.next("Transition"))["modifications"]);
});

test("nothing that came after a refused token is carried out [S6]", async () => {
  const host = await startTestHost();
  const client = await connectRaw(host.url);

  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "not.a.token" });
  client.send(mutation(0, "items:add", { list: "a", text: "never" }));

  expect(await client.next()).toMatchObject({
    type: "AuthError",
    baseVersion: 0,
    authUpdateAttempted: true,
  });
  await client.closed;
  expect(await connect(host.url).query(app.list, { list: "a" })).toEqual([]);
});

test("a caller whose token ran out is told so, fetches another and goes on [S7]", async () => {
  let now = Date.now();
  const host = await startTestHost({ host: { now: () => now } });
  const helper = connect(host.url);
  const issue = () =>
    helper.action(app.sign, { subject: "ann", issuedAt: Math.floor(now / 1000), seconds: 300 });
  const client = connect(host.url);
  let fetched = 0;
  client.setAuth(async () => {
    fetched += 1;
    return await issue();
  });
  const seen = watch<{ subject: string | null; texts: string[] }>(client, app.mine, { list: "a" });
  await seen.until(({ subject }) => subject === "ann");
  const before = fetched;

  now += 400_000;
  await client.mutation(app.addMine, { list: "a" });

  expect(fetched).toBeGreaterThan(before);
  expect((await seen.until(({ texts }) => texts.length > 0)).texts).toEqual(["ann"]);
});

test("a fresh token of the same caller sends nothing again [S11]", async () => {
  const host = await startTestHost();
  const helper = connect(host.url);
  const issuedAt = Math.floor(Date.now() / 1000) - 10;
  const [first, second] = [
    await helper.action(app.sign, { subject: "ann", issuedAt }),
    await helper.action(app.sign, { subject: "ann" }),
  ];
  const client = await connectRaw(host.url);
  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: first });
  await client.next("Transition");
  client.send(addQuery(1, { udfPath: "items:mine", args: { list: "a" } }));
  await client.next("Transition");

  client.send({ type: "Authenticate", baseVersion: 1, tokenType: "User", value: second });

  expect(await client.next()).toMatchObject({
    type: "Transition",
    endVersion: { identity: 2 },
    modifications: [],
  });
  expect(await helper.action(app.count, { name: "mine a" })).toBe(1);
});

test("signing out makes the queries anonymous [S6]", async () => {
  const host = await startTestHost();
  const token = await connect(host.url).action(app.sign, { subject: "ann" });
  const client = await connectRaw(host.url);
  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: token });
  client.send(addQuery(1, { udfPath: "items:mine", args: { list: "a" } }));
  client.send({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
  let transition = await client.next("Transition");
  while ((transition["endVersion"] as { identity: number }).identity < 2)
    transition = await client.next("Transition");

  expect(transition["modifications"]).toMatchObject([
    { type: "QueryUpdated", value: { subject: null, texts: [] } },
  ]);
});

test("after an older copy of the data was put back, clients that saw a later time go on [O5]", async () => {
  const host = await startTestHost();
  const seen = BigInt(Date.now()) * 1_000_000n;
  const client = await openSocket(host.url);

  client.send(connectHavingSeen(seen));
  client.send(addQuery(0, { udfPath: "items:list", args: { list: "a" } }));

  const { endVersion } = await client.next("Transition");
  expect(timeOf((endVersion as { ts: string }).ts)).toBeGreaterThanOrEqual(seen);
});

test("a client that claims to come from tomorrow does not move the clock there [O5]", async () => {
  const host = await startTestHost();
  const hourNs = 3_600_000_000_000n;
  const seen = BigInt(Date.now()) * 1_000_000n + 23n * hourNs;
  const client = await openSocket(host.url);

  client.send(connectHavingSeen(seen));
  client.send(mutation(0, "items:add", { list: "a", text: "one" }));

  const { ts } = (await client.next("MutationResponse")) as unknown as { ts: string };
  expect(timeOf(ts)).toBeLessThan(seen - 22n * hourNs);
});

function connectHavingSeen(ts: bigint) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return {
    type: "Connect",
    sessionId: crypto.randomUUID(),
    connectionCount: 1,
    maxObservedTimestamp: bytes.toString("base64"),
  };
}

function timeOf(ts: string): bigint {
  return Buffer.from(ts, "base64").readBigUInt64LE();
}
