import { makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import type { Call } from "../../../src/functions/run/calls.ts";
import { createGate } from "../../support/gate.ts";
import { callOf, personOf, startEngine, valueOf } from "../../support/started-engine.ts";

const list = queryGeneric(async (ctx) => {
  const rows = await ctx.db.query("notes").collect();
  return rows.map((row) => row["text"] as string);
});

const add = mutationGeneric(async (ctx, { text }: { text: string }) => {
  await ctx.db.insert("notes", { text });
  return text;
});

test("two overlapping mutations never mix [R1]", async () => {
  const gate = createGate();
  const steps: string[] = [];
  const slow = mutationGeneric(async (ctx, { name }: { name: string }) => {
    steps.push(`${name} begins`);
    const before = (await ctx.db.query("notes").collect()).length;
    if (name === "first") await gate.opened;
    await ctx.db.insert("notes", { text: name });
    const after = (await ctx.db.query("notes").collect()).length;
    steps.push(`${name} ends`);
    return after - before;
  });
  const { engine } = await startEngine({ modules: { app: { slow, list } } });

  const first = engine.mutation(callOf("app:slow", { name: "first" }));
  const second = engine.mutation(callOf("app:slow", { name: "second" }));
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual([]);
  gate.open();

  expect([valueOf(await first), valueOf(await second)]).toEqual([1, 1]);
  expect(steps).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

/** Returns the names in the order of their runs; the first call holds the lane until all calls have arrived. */
async function orderOf(calls: readonly { name: string; more: Partial<Call> }[]): Promise<string[]> {
  const gate = createGate();
  const order: string[] = [];
  const note = mutationGeneric(async (_ctx, { name }: { name: string }) => {
    await gate.opened;
    order.push(name);
  });
  // Time stands still, because a caller with a slow call would come later.
  const { engine } = await startEngine({ modules: { app: { note } }, clock: () => 0 });
  const runs = calls.map(({ name, more }) => engine.mutation(callOf("app:note", { name }, more)));
  gate.open();
  await Promise.all(runs);
  return order;
}

const sentBy = (subject: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${subject} ${index}`,
    more: { identity: personOf(subject) },
  }));

test("whoever sends many mutations at once waits for the own ones, and others for one of theirs [R1]", async () => {
  const order = await orderOf([...sentBy("ann", 20), ...sentBy("bob", 2), ...sentBy("cay", 1)]);

  expect(order.slice(0, 6)).toEqual(["ann 0", "bob 0", "cay 0", "ann 1", "bob 1", "ann 2"]);
  expect(order.filter((name) => name.startsWith("ann"))).toEqual(
    sentBy("ann", 20).map(({ name }) => name),
  );
});

test("strangers have one turn together, by their addresses, and none of people who are signed in [R1]", async () => {
  const from = (ip: string) => ({
    request: { requestId: "request", ip, userAgent: null },
  });
  const flood = Array.from({ length: 5 }, (_, index) => ({
    name: `flood ${index}`,
    more: from("192.0.2.1"),
  }));

  const order = await orderOf([
    ...flood,
    { name: "elsewhere", more: from("192.0.2.2") },
    ...sentBy("ann", 2),
  ]);

  expect(order.slice(0, 5)).toEqual(["flood 0", "ann 0", "elsewhere", "ann 1", "flood 1"]);
});

test("mutations that run together share a flush, and each sees the ones before it [R2]", async () => {
  const { engine } = await startEngine({ modules: { app: { add, list } } });
  const flushes: bigint[] = [];
  engine.database.onCommit(({ ts }) => flushes.push(ts));

  const texts = ["a", "b", "c", "d"];
  const outcomes = await Promise.all(
    texts.map((text) => engine.mutation(callOf("app:add", { text }))),
  );

  expect(outcomes.map((outcome) => outcome.ok && flushes.includes(outcome.ts))).toEqual(
    texts.map(() => true),
  );
  expect(flushes.length).toBeLessThan(texts.length);
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(texts);
});

test("a throw undoes what was written and scheduled [R3]", async () => {
  const failing = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "lost" });
    await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("app:add"), { text: "x" });
    throw new Error("changed my mind");
  });
  const jobs = queryGeneric(
    async (ctx) => await ctx.db.system.query("_scheduled_functions").collect(),
  );
  const { engine } = await startEngine({ modules: { app: { add, failing, list, jobs } } });
  const commits: unknown[] = [];
  engine.database.onCommit((commit) => commits.push(commit));

  const outcome = await engine.mutation(callOf("app:failing"));

  expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("changed my mind") });
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual([]);
  expect(valueOf(await engine.query(callOf("app:jobs")))).toEqual([]);
  expect(commits).toEqual([]);
});

test("a repeated request gets the first answer and timestamp, also after a restart [R6]", async () => {
  const modules = { app: { add, list } };
  const started = await startEngine({ modules });
  const request = { sessionId: "session", requestId: 7 };
  const once = () => started.engine.mutation(callOf("app:add", { text: "once" }), { request });

  const [first, inSameGroup] = await Promise.all([once(), once()]);
  const later = await once();
  await started.engine.stop();
  const { engine } = await startEngine({ modules, folder: started.folder });
  const afterRestart = await engine.mutation(callOf("app:add", { text: "other" }), { request });

  expect(first.ok).toBe(true);
  expect([inSameGroup, later, afterRestart]).toEqual([first, first, first]);
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["once"]);
});

test("another caller does not get a request's answer [R6]", async () => {
  const { engine } = await startEngine({ modules: { app: { add } } });
  const request = { sessionId: "session", requestId: 1 };
  await engine.mutation(callOf("app:add", { text: "a" }, { identity: personOf("ann") }), {
    request,
  });

  const outcome = await engine.mutation(
    callOf("app:add", { text: "a" }, { identity: personOf("bob") }),
    { request },
  );

  expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("another caller") });
});

test("a request that failed may be made again [R6]", async () => {
  let isBroken = true;
  const flaky = mutationGeneric(() => {
    if (isBroken) throw new Error("not yet");
    return "done";
  });
  const { engine } = await startEngine({ modules: { app: { flaky } } });
  const request = { sessionId: "session", requestId: 1 };

  const failed = await engine.mutation(callOf("app:flaky"), { request });
  isBroken = false;
  const repeated = await engine.mutation(callOf("app:flaky"), { request });

  expect([failed.ok, valueOf(repeated)]).toEqual([false, "done"]);
});

test("no client may take the host's own session ids [R6]", async () => {
  const { engine } = await startEngine({ modules: { app: { add } } });

  const outcome = await engine.mutation(callOf("app:add", { text: "a" }), {
    request: { sessionId: "host:cron:daily", requestId: 1 },
  });

  expect(outcome).toMatchObject({
    ok: false,
    message: expect.stringContaining("belongs to the host"),
  });
});

test("an endless await does not block the lane and leaves no trace [R9]", async () => {
  const endless = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "lost" });
    await new Promise(() => undefined);
  });
  // The limit is no shorter, because the next mutation needs some time as well.
  const limits = { transactionMs: 500 };
  const { engine } = await startEngine({ modules: { app: { endless, add, list } }, limits });

  const stuck = engine.mutation(callOf("app:endless"));
  const next = engine.mutation(callOf("app:add", { text: "next" }));

  expect(await stuck).toMatchObject({
    ok: false,
    message: expect.stringContaining("Function execution timed out (maximum duration: 0.5s)"),
  });
  expect(valueOf(await next)).toBe("next");
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["next"]);
});

test("a query and an action that never settle are ended too [R9]", async () => {
  const never = () => new Promise<null>(() => undefined);
  const { actionGeneric } = await import("convex/server");
  const { engine } = await startEngine({
    modules: { app: { query: queryGeneric(never), action: actionGeneric(never) } },
    limits: { transactionMs: 10, actionMs: 10 },
  });

  const outcomes = [
    await engine.query(callOf("app:query")),
    await engine.action(callOf("app:action")),
  ];

  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("timed out") });
  }
});

test("a long mutation lets others have their turns [R28]", async () => {
  let isReleased = false;
  const busy = mutationGeneric(async (ctx) => {
    while (!isReleased) await ctx.auth.getUserIdentity();
    return "released";
  });
  const { engine } = await startEngine({ modules: { app: { busy, list } } });

  const long = engine.mutation(callOf("app:busy"));
  await new Promise((resolve) => setImmediate(resolve));
  const seen = await engine.query(callOf("app:list"));
  isReleased = true;

  expect(valueOf(seen)).toEqual([]);
  expect(valueOf(await long)).toBe("released");
});

test("the time limit ends a mutation that never stops calling [R28]", async () => {
  const endless = mutationGeneric(async (ctx) => {
    for (;;) await ctx.auth.getUserIdentity();
  });
  const limits = { transactionMs: 50 };
  const { engine } = await startEngine({ modules: { app: { endless } }, limits });

  expect(await engine.mutation(callOf("app:endless"))).toMatchObject({
    ok: false,
    message: expect.stringContaining("timed out"),
  });
});

test("a stop lets running mutations reach the disk and takes no new ones [R27]", async () => {
  const gate = createGate();
  const waiting = mutationGeneric(async (ctx) => {
    await gate.opened;
    await ctx.db.insert("notes", { text: "kept" });
  });
  const modules = { app: { waiting, add, list } };
  const { engine, folder } = await startEngine({ modules });

  const running = engine.mutation(callOf("app:waiting"));
  const stopped = engine.stop();
  const late = await engine.mutation(callOf("app:add", { text: "late" }));
  gate.open();
  await stopped;

  expect((await running).ok).toBe(true);
  expect(late).toMatchObject({ ok: false, message: expect.stringContaining("stopping") });
  const again = await startEngine({ modules, folder });
  expect(valueOf(await again.engine.query(callOf("app:list")))).toEqual(["kept"]);
});
