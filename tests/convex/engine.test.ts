import {
  defineSchema,
  defineTable,
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import { afterEach, expect, test, vi } from "vitest";
import { createTest } from "../support/engine.ts";

// The properties of the engine that function tests rely on. They run on both engines, so that a test means the same on
// either.

const schema = defineSchema({ notes: defineTable({ text: v.string() }) });

const add = makeFunctionReference<"mutation">("app:add");
const list = makeFunctionReference<"query">("app:list");
const later = makeFunctionReference<"mutation">("app:later");
const who = makeFunctionReference<"query">("app:who");

const http = httpRouter();
http.route({
  path: "/echo",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const text = await request.text();
    await ctx.runMutation(add, { text });
    const subject = (await ctx.auth.getUserIdentity())?.subject ?? "nobody";
    return new Response(`${subject}: ${text}`, { status: 201 });
  }),
});

const modules = {
  "../convex/_generated/api.js": () => Promise.resolve({}),
  "../convex/http.ts": () => Promise.resolve({ default: http }),
  "../convex/app.ts": () =>
    Promise.resolve({
      add: mutationGeneric({
        args: { text: v.string() },
        handler: async (ctx, { text }) => {
          if (text === "bad") throw new ConvexError({ code: "invalid" });
          return await ctx.db.insert("notes", { text });
        },
      }),
      list: queryGeneric(async (ctx) => {
        const rows = await ctx.db.query("notes").collect();
        return rows.map((row) => row["text"] as string);
      }),
      later: mutationGeneric(async (ctx, { delayMs, text }: { delayMs: number; text: string }) => {
        await ctx.scheduler.runAfter(delayMs, add, { text });
      }),
      who: queryGeneric(async (ctx) => {
        const { subject, tokenIdentifier, issuer } = (await ctx.auth.getUserIdentity()) ?? {};
        return { subject, isWhole: tokenIdentifier === `${issuer}|${subject}` };
      }),
    }),
};

afterEach(() => {
  vi.useRealTimers();
});

test("calls, inline functions and failures [R3]", async () => {
  const t = createTest(schema, modules);

  await t.mutation(add, { text: "a" });
  await t.run(async (ctx) => {
    await ctx.db.insert("notes", { text: "b" });
  });

  expect(await t.query(list, {})).toEqual(["a", "b"]);
  expect(await t.query(async (ctx) => (await ctx.db.query("notes").collect()).length)).toBe(2);
  await expect(t.mutation(add, { text: "bad" })).rejects.toMatchObject({
    data: { code: "invalid" },
  });
  await expect(t.mutation(add, { text: 1 })).rejects.toThrow(/validator/i);
  await expect(t.run((ctx) => ctx.db.insert("notes", {} as never))).rejects.toThrow();
});

test("callers have an identity [A5]", async () => {
  const t = createTest(schema, modules);

  expect(await t.query(who, {})).toEqual({ isWhole: false });
  expect(await t.withIdentity({ subject: "ann" }).query(who, {})).toEqual({
    subject: "ann",
    isWhole: true,
  });
});

test("HTTP actions [R20]", async () => {
  const t = createTest(schema, modules).withIdentity({ subject: "ann" });

  const response = await t.fetch("/echo", { method: "POST", body: "hello" });

  expect([response.status, await response.text()]).toEqual([201, "ann: hello"]);
  expect(await t.query(list, {})).toEqual(["hello"]);
  expect((await t.fetch("/elsewhere")).status).toBe(404);
});

test("files inside of run [F6]", async () => {
  const t = createTest(schema, modules);

  const id = await t.run((ctx) => ctx.storage.store(new Blob(["photo"])));
  const text = await t.run(async (ctx) => await (await ctx.storage.get(id))?.text());

  expect(text).toBe("photo");
  expect(await t.run((ctx) => ctx.storage.getUrl(id))).toContain("/api/storage/");
  expect(await t.run((ctx) => ctx.db.system.get("_storage", id))).toMatchObject({ size: 5 });
});

test("what is due at once runs without moving time [J4]", async () => {
  const t = createTest(schema, modules);

  await t.mutation(later, { delayMs: 0, text: "soon" });
  await t.mutation(later, { delayMs: 3_600_000, text: "in an hour" });
  await t.finishAllScheduledFunctions(() => undefined);

  expect(await t.query(list, {})).toEqual(["soon"]);
});

test("moving time runs what is due later [J4]", async () => {
  vi.useFakeTimers();
  const t = createTest(schema, modules);

  await t.mutation(later, { delayMs: 3_600_000, text: "in an hour" });
  await t.mutation(later, { delayMs: 1000, text: "in a second" });
  vi.advanceTimersByTime(1000);
  await t.finishInProgressScheduledFunctions();
  expect(await t.query(list, {})).toEqual(["in a second"]);

  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await t.query(list, {})).toEqual(["in a second", "in an hour"]);
});

test("waiting for nothing ends at once [J4]", async () => {
  vi.useFakeTimers();
  const t = createTest(schema, modules);

  await t.mutation(later, { delayMs: 0, text: "not moved" });
  await t.finishInProgressScheduledFunctions();

  expect(await t.query(list, {})).toEqual([]);
});
