import { EventEmitter } from "node:events";
import { readFile } from "node:fs";
import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { untilRejectionsTold } from "../../../src/functions/run/unnoticed.ts";
import { createGate } from "../../support/gate.ts";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";

// Captured before the host replaces it.
const now = performance.now.bind(performance);

const forget = () => {
  void Promise.reject(new Error("nobody noticed"));
};

test("a rejection nobody noticed fails the function it belongs to, and no other [R25]", async () => {
  const careless = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "lost" });
    forget();
    await new Promise(() => undefined);
  });
  const careful = actionGeneric(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return "done";
  });
  const { engine } = await startEngine({ modules: { app: { careless, careful } } });

  const [failed, done] = await Promise.all([
    engine.mutation(callOf("app:careless")),
    engine.action(callOf("app:careful")),
  ]);

  expect(failed).toMatchObject({
    ok: false,
    message: expect.stringContaining("Uncaught Error: nobody noticed"),
  });
  expect(valueOf(done)).toBe("done");
});

const refused = { ok: false, message: expect.stringContaining("nobody noticed") as string };

test("a forgotten await that fails is no success, in any kind of function [R25]", async () => {
  const ends = () => {
    forget();
    return "answered";
  };
  const writes = mutationGeneric(async (ctx) => {
    await ctx.db.insert("notes", { text: "lost" });
    void ctx.db.insert("notes", { _text: "with a field that no document may have" });
    return "answered";
  });
  const calls = mutationGeneric(async (ctx) => {
    const careless = makeFunctionReference<"mutation">("app:mutation");
    return await ctx.runMutation(careless, {}).catch(() => "caught");
  });
  const count = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).length);
  const functions = { query: queryGeneric(ends), mutation: mutationGeneric(ends) };
  const app = { ...functions, action: actionGeneric(ends), writes, calls, count };
  const { engine } = await startEngine({ modules: { app } });

  expect(await engine.query(callOf("app:query"))).toMatchObject(refused);
  expect(await engine.mutation(callOf("app:mutation"))).toMatchObject(refused);
  expect(await engine.action(callOf("app:action"))).toMatchObject(refused);
  expect(valueOf(await engine.mutation(callOf("app:calls")))).toBe("caught");
  expect(await engine.mutation(callOf("app:writes"))).toMatchObject({
    ok: false,
    message: expect.stringContaining("starts with an underscore") as string,
  });
  expect(valueOf(await engine.query(callOf("app:count")))).toBe(0);
});

test("a call without an await counts the same where its turn has become long [R25]", async () => {
  const insertLate = (fields: object) =>
    mutationGeneric(async (ctx) => {
      await ctx.db.insert("notes", { text: "first" });
      const endMs = now() + 15;
      while (now() < endMs);
      void ctx.db.insert("notes", { text: "second" }).then(() => ctx.db.insert("notes", fields));
      return "answered";
    });
  const count = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).length);
  const fails = insertLate({ _text: "with a field that no document may have" });
  const app = { fails, writes: insertLate({ text: "third" }), count };
  const { engine } = await startEngine({ modules: { app } });

  expect(await engine.mutation(callOf("app:fails"))).toMatchObject({
    ok: false,
    message: expect.stringContaining("starts with an underscore") as string,
  });
  expect(valueOf(await engine.query(callOf("app:count")))).toBe(0);
  expect(valueOf(await engine.mutation(callOf("app:writes")))).toBe("answered");
  expect(valueOf(await engine.query(callOf("app:count")))).toBe(3);
});

test("a rejection that is handled before the function ends is none [R25]", async () => {
  const catches = mutationGeneric(async (ctx) => {
    const failing = ctx.db.insert("notes", { _text: 1 });
    await Promise.resolve();
    return await failing.catch(() => "caught");
  });
  const { engine } = await startEngine({ modules: { app: { catches } } });

  expect(valueOf(await engine.mutation(callOf("app:catches")))).toBe("caught");
});

test("a rejection after the end of its function harms nobody [R25]", async () => {
  const forgotten = createGate();
  const late = actionGeneric(() => {
    setTimeout(() => {
      forget();
      forgotten.open();
    }, 1);
    return "answered";
  });
  const { engine } = await startEngine({ modules: { app: { late } } });

  expect(valueOf(await engine.action(callOf("app:late")))).toBe("answered");
  await forgotten.opened;
  await untilRejectionsTold();
  expect(valueOf(await engine.action(callOf("app:late")))).toBe("answered");
});

const throwNow = () => {
  throw new Error("nobody noticed");
};

test.each<[string, () => void]>([
  ["a timer", () => void setTimeout(throwNow, 1)],
  ["a file", () => readFile(import.meta.filename, throwNow)],
  ["a microtask", () => queueMicrotask(throwNow)],
  [
    "an emitter",
    () => void setImmediate(() => new EventEmitter().emit("error", new Error("nobody noticed"))),
  ],
])(
  "an error that is thrown in the callback of %s fails its action, and no other [R25]",
  async (_name, start) => {
    const careless = actionGeneric(async () => {
      start();
      await new Promise(() => undefined);
    });
    const after = actionGeneric(() => {
      start();
      return "answered";
    });
    const careful = actionGeneric(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return "done";
    });
    const { engine } = await startEngine({ modules: { app: { careless, careful, after } } });

    const [done, failed] = await Promise.all([
      engine.action(callOf("app:careful")),
      engine.action(callOf("app:careless")),
      engine.action(callOf("app:after")),
    ]);

    expect(failed).toMatchObject(refused);
    expect(valueOf(done)).toBe("done");
  },
);
