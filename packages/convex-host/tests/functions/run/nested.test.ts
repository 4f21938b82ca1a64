import { makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { createGate } from "../../support/gate.ts";
import { callOf, personOf, startEngine, valueOf } from "../../support/started-engine.ts";

const mutation = (name: string) => makeFunctionReference<"mutation">(`app:${name}`);
const query = (name: string) => makeFunctionReference<"query">(`app:${name}`);

const list = queryGeneric(async (ctx) => {
  const rows = await ctx.db.query("notes").collect();
  return rows.map((row) => row["text"] as string);
});

const add = mutationGeneric(async (ctx, { text }: { text: string }) => {
  await ctx.db.insert("notes", { text });
  return text;
});

const addAndThrow = mutationGeneric(async (ctx, { text }: { text: string }) => {
  await ctx.db.insert("notes", { text });
  await ctx.scheduler.runAfter(1000, mutation("add"), { text });
  throw new ConvexError({ code: "invalid", text });
});

test("a nested mutation that throws rolls back alone [R4]", async () => {
  const parent = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "before" });
    const caught = await ctx
      .runMutation(mutation("addAndThrow"), { text: "lost" })
      .catch((error: unknown) => (error as ConvexError<{ code: string }>).data.code);
    await ctx.runMutation(mutation("add"), { text: "kept" });
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    return { caught: caught as string, jobs: jobs.length };
  });
  const { engine } = await startEngine({ modules: { app: { parent, add, addAndThrow, list } } });

  const outcome = await engine.mutation(callOf("app:parent"));

  expect(valueOf(outcome)).toEqual({ caught: "invalid", jobs: 0 });
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["before", "kept"]);
});

test("a nested mutation rolls back what it nested and kept itself [R4]", async () => {
  const middle = mutationGeneric(async (ctx) => {
    await ctx.runMutation(mutation("add"), { text: "innermost" });
    throw new Error("middle fails");
  });
  const parent = mutationGeneric(async (ctx) => {
    await ctx.runMutation(mutation("middle"), {}).catch(() => null);
    return await ctx.runQuery(query("list"), {});
  });
  const { engine } = await startEngine({ modules: { app: { parent, middle, add, list } } });

  expect(valueOf(await engine.mutation(callOf("app:parent")))).toEqual([]);
});

test("nested functions see their caller's writes, time and identity [R4]", async () => {
  const look = queryGeneric(async (ctx) => ({
    texts: (await ctx.db.query("notes").collect()).map((row) => row["text"] as string),
    now: Date.now(),
    subject: (await ctx.auth.getUserIdentity())?.subject ?? null,
  }));
  const parent = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "mine" });
    return { now: Date.now(), seen: (await ctx.runQuery(query("look"), {})) as object };
  });
  const { engine } = await startEngine({ modules: { app: { parent, look } } });

  const call = callOf("app:parent", {}, { identity: personOf("ann") });
  const value = valueOf(await engine.mutation(call)) as { now: number; seen: object };

  expect(value.seen).toEqual({ texts: ["mine"], now: value.now, subject: "ann" });
});

test("a query on the stale snapshot does not see the caller's writes [R4]", async () => {
  const parent = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "new" });
    return (await ctx.runQuery(query("list"), {}, { useStaleSnapshot: true })) as string[];
  });
  const { engine } = await startEngine({ modules: { app: { parent, add, list } } });
  await engine.mutation(callOf("app:add", { text: "old" }));

  expect(valueOf(await engine.mutation(callOf("app:parent")))).toEqual(["old"]);
});

test("a nested call goes by kind, and checks the arguments [R4]", async () => {
  const { v } = await import("convex/values");
  const strict = queryGeneric({ args: { text: v.string() }, handler: () => null });
  const parent = mutationGeneric(async (ctx, { name }: { name: string }) => {
    return await ctx.runQuery(query(name), {}).catch((error: Error) => error.message);
  });
  const { engine } = await startEngine({ modules: { app: { parent, strict, add } } });
  const messageFor = async (name: string) =>
    valueOf(await engine.mutation(callOf("app:parent", { name })));

  expect(await messageFor("add")).toBe(
    "Trying to execute app:add as Query, but it is defined as Mutation.",
  );
  expect(await messageFor("strict")).toContain("ArgumentValidationError: Object is missing");
  expect(await messageFor("nothing")).toContain("Could not find function for 'app:nothing'.");
});

test("calls nest eight levels deep, the ninth is an error the caller can catch [R5]", async () => {
  const deep = queryGeneric(async (ctx, { level }: { level: number }): Promise<string> => {
    return level === 0
      ? "bottom"
      : ((await ctx.runQuery(query("deep"), { level: level - 1 })) as string);
  });
  const { engine } = await startEngine({ modules: { app: { deep } } });

  expect(valueOf(await engine.query(callOf("app:deep", { level: 8 })))).toBe("bottom");
  expect(await engine.query(callOf("app:deep", { level: 9 }))).toMatchObject({
    ok: false,
    message: expect.stringContaining("Cross component call depth limit exceeded."),
  });
});

test("an execution that outlives its end cannot write [R7]", async () => {
  const gate = createGate();
  let outcomeOfLateWrite = Promise.resolve("not tried");
  const careless = mutationGeneric((ctx) => {
    outcomeOfLateWrite = (async () => {
      await gate.opened;
      return await ctx.db.insert("notes", { text: "late" });
    })().catch((error: Error) => error.message);
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { careless, add, list } } });

  await engine.mutation(callOf("app:careless"));
  // The next mutation is open while the late write is tried.
  const next = engine.mutation(callOf("app:add", { text: "next" }));
  gate.open();
  await next;

  expect(await outcomeOfLateWrite).toContain("app:careless has ended");
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["next"]);
});

test("a nested mutation nobody awaits is cut off with its caller [R7]", async () => {
  const gate = createGate();
  let late = Promise.resolve("not tried");
  const child = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "child, early" });
    await gate.opened;
    await ctx.db.insert("notes", { text: "child, late" });
  });
  const careless = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "parent" });
    late = ctx.runMutation(mutation("child"), {}).catch((error: Error) => error.message);
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { careless, child, add, list } } });

  await engine.mutation(callOf("app:careless"));
  gate.open();

  expect(await late).toContain("has ended");
  await engine.mutation(callOf("app:add", { text: "next" }));
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["parent", "next"]);
});

test("what the caller writes while a nested mutation runs does not roll back with it [R8]", async () => {
  const gate = createGate();
  const failing = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "lost" });
    await gate.opened;
    throw new Error("child fails");
  });
  const parent = mutationGeneric(async (ctx) => {
    const nested = ctx.runMutation(mutation("failing"), {}).catch(() => null);
    const written = ctx.db.insert("notes", { text: "parent" });
    gate.open();
    await Promise.all([nested, written]);
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { parent, failing, list } } });

  await engine.mutation(callOf("app:parent"));

  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["parent"]);
});

test("two nested mutations started together run one after the other [R8]", async () => {
  const parent = mutationGeneric(async (ctx) => {
    const results = await Promise.allSettled([
      ctx.runMutation(mutation("addAndThrow"), { text: "lost" }),
      ctx.runMutation(mutation("add"), { text: "a" }),
      ctx.runMutation(mutation("add"), { text: "b" }),
    ]);
    return results.map(({ status }) => status);
  });
  const { engine } = await startEngine({ modules: { app: { parent, add, addAndThrow, list } } });

  expect(valueOf(await engine.mutation(callOf("app:parent")))).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["a", "b"]);
});
