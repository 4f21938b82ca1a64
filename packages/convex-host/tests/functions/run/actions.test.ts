import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, personOf, startEngine, valueOf } from "../../support/started-engine.ts";

const mutation = (name: string) => makeFunctionReference<"mutation">(`app:${name}`);
const query = (name: string) => makeFunctionReference<"query">(`app:${name}`);

const add = mutationGeneric(async (ctx, { text }: { text: string }) => {
  await ctx.db.insert("notes", { text });
  return (await ctx.auth.getUserIdentity())?.subject ?? null;
});
const list = queryGeneric(async (ctx) => {
  const rows = await ctx.db.query("notes").collect();
  return rows.map((row) => row["text"] as string);
});

test("what an action calls has its own transaction and is durable when it resolves [R19]", async () => {
  const action = actionGeneric(async (ctx) => {
    const subject = (await ctx.runMutation(mutation("add"), { text: "kept" })) as string;
    const seen = (await ctx.runQuery(query("list"))) as string[];
    await ctx.runMutation(mutation("add"), { text: "kept too" });
    throw new Error(`${subject} saw ${seen.join()}`);
  });
  const { engine } = await startEngine({ modules: { app: { action, add, list } } });

  const outcome = await engine.action(callOf("app:action", {}, { identity: personOf("ann") }));

  expect(outcome).toMatchObject({ message: expect.stringContaining("ann saw kept") });
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["kept", "kept too"]);
});

test("actions call actions, and internal functions [R19]", async () => {
  const { internalActionGeneric } = await import("convex/server");
  const inner = internalActionGeneric((_ctx, { n }: { n: number }) => n * 2);
  const outer = actionGeneric(
    async (ctx) =>
      (await ctx.runAction(makeFunctionReference<"action">("app:inner"), { n: 21 })) as number,
  );
  const { engine } = await startEngine({ modules: { app: { inner, outer } } });

  expect(valueOf(await engine.action(callOf("app:outer")))).toBe(42);
});

test("an action has no transaction of its own [R19]", async () => {
  const asking = actionGeneric(async (ctx) => {
    const db = (globalThis as unknown as { Convex: { asyncSyscall: Syscall } }).Convex;
    const refused = await db
      .asyncSyscall("1.0/insert", "{}")
      .catch((error: Error) => error.message);
    return { hasDb: "db" in ctx, refused };
  });
  type Syscall = (op: string, args: string) => Promise<string>;
  const { engine } = await startEngine({ modules: { app: { asking } } });

  expect(valueOf(await engine.action(callOf("app:asking")))).toEqual({
    hasDb: false,
    refused: "Unknown async operation 1.0/insert",
  });
});

test("an action may go on while mutations run [R19]", async () => {
  const many = actionGeneric(async (ctx) => {
    const texts = Array.from({ length: 20 }, (_, at) => `note ${at}`);
    await Promise.all(texts.map((text) => ctx.runMutation(mutation("add"), { text })));
    return ((await ctx.runQuery(query("list"))) as string[]).length;
  });
  const { engine } = await startEngine({ modules: { app: { many, add, list } } });

  expect(valueOf(await engine.action(callOf("app:many")))).toBe(20);
});

test("functions learn their name, their request and their deployment [R19]", async () => {
  const action = actionGeneric(async (ctx) => {
    const { name, type, visibility } = await ctx.meta.getFunctionMetadata();
    const { requestId, ip, scheduledFunctionId } = await ctx.meta.getRequestMetadata();
    return { name, type, visibility, requestId, ip, scheduledFunctionId };
  });
  const { engine } = await startEngine({ modules: { "dir/mod": { default: action } } });
  const request = { requestId: "r9", ip: "192.0.2.1", userAgent: null };

  expect(valueOf(await engine.action(callOf("dir/mod", {}, { request })))).toEqual({
    name: "dir/mod",
    type: "action",
    visibility: "public",
    requestId: "r9",
    ip: "192.0.2.1",
    scheduledFunctionId: null,
  });
});
