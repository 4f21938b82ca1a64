import { actionGeneric, mutationGeneric } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";

const eventName = "unhandledRejection";
const foreign = process.listeners(eventName);

// The test runner's own listeners would take these rejections for failures of the test.
beforeEach(() => {
  for (const listener of foreign) process.off(eventName, listener);
});

afterEach(() => {
  for (const listener of foreign) process.on(eventName, listener);
});

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

test("a rejection after the end of its function harms nobody [R25]", async () => {
  const late = mutationGeneric(() => {
    forget();
    return "answered";
  });
  const { engine } = await startEngine({ modules: { app: { late } } });

  expect(valueOf(await engine.mutation(callOf("app:late")))).toBe("answered");
  expect(valueOf(await engine.mutation(callOf("app:late")))).toBe("answered");
});
