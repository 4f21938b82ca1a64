import { beforeEach, describe, expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { connect, type LiveHost, startTestHost } from "../../support/live-host.ts";
import { addQuery, connectRaw, mutation } from "../../support/raw-client.ts";
import { watch } from "../../support/watch.ts";

let host: LiveHost;
beforeEach(async () => {
  host = await startTestHost();
});

test("what one client writes reaches the other [L1]", async () => {
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const seen = watch<string[]>(bob, app.list, { list: "a" });
  expect(await seen.next()).toEqual([]);

  await ann.mutation(app.add, { list: "a", text: "one" });

  expect(await seen.next()).toEqual(["one"]);
});

test("a write re-runs exactly the subscriptions that read where it was written [L2]", async () => {
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const near = watch<string[]>(bob, app.list, { list: "near" });
  const far = watch<string[]>(bob, app.list, { list: "far" });
  await near.next();
  await far.next();

  await ann.mutation(app.add, { list: "near", text: "one" });
  await near.next();

  expect(await ann.action(app.count, { name: "list near" })).toBe(2);
  expect(await ann.action(app.count, { name: "list far" })).toBe(1);
});

test("equal questions of many clients are answered by one run [L3]", async () => {
  const clients = Array.from({ length: 5 }, () => connect(host.url));
  const seen = clients.map((client) => watch<string[]>(client, app.list, { list: "a" }));
  await Promise.all(seen.map((one) => one.next()));
  const before = await clients[0]!.action(app.count, { name: "list a" });

  await clients[0]!.mutation(app.add, { list: "a", text: "one" });
  await Promise.all(seen.map((one) => one.next()));

  expect(before).toBe(1);
  expect(await clients[0]!.action(app.count, { name: "list a" })).toBe(2);
});

describe("with signed-in people", () => {
  test("a function that asks who is calling runs once for each person [L3]", async () => {
    const admin = connect(host.url);
    const tokens = await Promise.all(
      ["ann", "bob", "ann"].map((subject) => admin.action(app.sign, { subject })),
    );
    const clients = tokens.map((token) => {
      const client = connect(host.url);
      client.setAuth(() => Promise.resolve(token));
      return client;
    });
    const seen = clients.map((client) =>
      watch<{ subject: string | null; texts: string[] }>(client, app.mine, { list: "a" }),
    );
    const first = await Promise.all(seen.map((one) => one.next()));
    const before = await admin.action(app.count, { name: "mine a" });

    await admin.mutation(app.add, { list: "a", text: "one" });
    const second = await Promise.all(seen.map((one) => one.next()));

    expect(first.map(({ subject }) => subject)).toEqual(["ann", "bob", "ann"]);
    expect(second.map(({ subject, texts }) => [subject, ...texts])).toEqual([
      ["ann", "one"],
      ["bob", "one"],
      ["ann", "one"],
    ]);
    const after = await admin.action(app.count, { name: "mine a" });
    expect(after - before).toBe(2);
  });
});

test("a re-run with an equal result sends nothing [L4]", async () => {
  const reader = await connectRaw(host.url);
  reader.send(addQuery(1, { udfPath: "items:first", args: { list: "a" } }));
  await reader.next("Transition");
  const writer = connect(host.url);
  await writer.mutation(app.add, { list: "a", text: "b", rank: 2 });
  await reader.next("Transition");

  // The new row lies inside the range that was read, but does not change the result.
  await writer.mutation(app.add, { list: "a", text: "b", rank: 1 });
  await writer.mutation(app.add, { list: "a", text: "a", rank: 0 });

  const transition = await reader.next("Transition");
  expect(transition["modifications"]).toMatchObject([{ type: "QueryUpdated", value: "a" }]);
});

test("all queries of a client move together in time [L5]", async () => {
  const reader = connect(host.url);
  const writer = connect(host.url);
  const one = watch<string[]>(reader, app.list, { list: "a" });
  const two = watch<{ texts: string[] }>(reader, app.mine, { list: "a" });
  await one.next();
  await two.next();

  for (let index = 0; index < 20; index += 1) {
    await writer.mutation(app.add, { list: "a", text: String(index) });
    const [texts, mine] = [await one.next(), await two.next()];
    expect(mine.texts).toEqual(texts);
  }
});

test("a client sees its own write no later than its mutation resolves [L6]", async () => {
  const others = Array.from({ length: 20 }, () => connect(host.url));
  await Promise.all(others.map((other) => watch(other, app.list, { list: "a" }).next()));
  const writer = connect(host.url);
  const own = watch<string[]>(writer, app.list, { list: "a" });
  await own.next();

  await writer.mutation(app.add, { list: "a", text: "mine" });

  expect(own.waiting).toEqual([{ value: ["mine"] }]);
});

test("a page keeps its end when rows come before it [L7]", async () => {
  const client = connect(host.url);
  for (const rank of [10, 20, 30])
    await client.mutation(app.add, { list: "p", text: String(rank), rank });
  const paginationOpts = { numItems: 2, cursor: null, id: 1 };
  const page = watch<{ page: { text: string }[]; continueCursor: string }>(client, app.page, {
    list: "p",
    paginationOpts,
  });
  const first = await page.next();

  await client.mutation(app.add, { list: "p", text: "15", rank: 15 });
  const second = await page.next();

  expect(first.page.map(({ text }) => text)).toEqual(["10", "20"]);
  expect(second.page.map(({ text }) => text)).toEqual(["10", "15", "20"]);
  expect(second.continueCursor).toBe(first.continueCursor);
});

test("a client that does not read gets the newest state later, not everything between [L8]", async () => {
  const reader = await connectRaw(host.url);
  reader.send(addQuery(1, { udfPath: "items:large", args: { list: "a", bytes: 1_000_000 } }));
  await reader.next("Transition");
  const writer = connect(host.url);

  reader.socket.pause();
  for (let index = 0; index < 60; index += 1)
    await writer.mutation(app.add, { list: "a", text: `text ${index}` });
  reader.socket.resume();

  let received = 0;
  for (let isNewest = false; !isNewest; received += 1) {
    const { modifications } = await reader.next("Transition");
    isNewest = JSON.stringify(modifications).includes("text 59");
  }
  expect(received).toBeLessThan(40);
});

test("a failed run answers nobody who asks later: it is run again, for all who watch it [L3]", async () => {
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const annSees = watch<string>(ann, app.recovering, {});
  await expect(annSees.next()).rejects.toThrow("Server Error");

  const bobSees = watch<string>(bob, app.recovering, {});

  expect(await bobSees.next()).toBe("well");
  expect(await annSees.next()).toBe("well");
});

test("a query that is no longer watched is not run any more [L9]", async () => {
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const seen = watch<string[]>(bob, app.list, { list: "a" });
  await seen.next();
  seen.stop();
  // The removal uses the same connection as this mutation and is processed before it.
  await bob.mutation(app.add, { list: "a", text: "one" });

  await ann.mutation(app.add, { list: "a", text: "two" });

  expect(await ann.action(app.count, { name: "list a" })).toBe(1);
});

test("a mutation is answered first, and a Transition that reaches it follows, also when nothing changed [S3]", async () => {
  const client = await connectRaw(host.url);

  client.send(mutation(0, "items:add", { list: "a", text: "one" }));

  const answer = await client.next();
  const transition = await client.next();
  expect(answer).toMatchObject({ type: "MutationResponse", success: true, result: "one" });
  expect(transition).toMatchObject({ type: "Transition", modifications: [] });
  expect(timeOf(transition)).toBeGreaterThanOrEqual(decode(answer["ts"] as string));
});

function timeOf(transition: { [field: string]: unknown }): bigint {
  return decode((transition["endVersion"] as { ts: string }).ts);
}

function decode(ts: string): bigint {
  return Buffer.from(ts, "base64").readBigUInt64LE();
}
