import { makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";

const dayMs = 24 * 60 * 60 * 1000;

const nothing = mutationGeneric(() => null);
const schedule = mutationGeneric(async (ctx, { delayMs }: { delayMs: number }) => {
  await ctx.scheduler.runAfter(delayMs, makeFunctionReference<"mutation">("app:nothing"), {});
});
const states = queryGeneric(async (ctx) => {
  const rows = await ctx.db.system.query("_scheduled_functions").collect();
  return rows.map(({ state }) => state.kind);
});
const modules = { app: { nothing, schedule, states } };

test("completed functions are forgotten after seven days, pending ones never [J10]", async () => {
  let nowMs = Date.now();
  const clock = () => nowMs;
  const first = await startEngine({ modules, clock });
  first.engine.startJobs();
  await first.engine.mutation(callOf("app:schedule", { delayMs: 0 }));
  await first.engine.mutation(callOf("app:schedule", { delayMs: 30 * dayMs }));
  const statesOf = async ({ engine }: typeof first) =>
    valueOf(await engine.query(callOf("app:states"))) as string[];
  await until(
    () => statesOf(first),
    (kinds) => kinds.includes("success"),
  );
  await first.engine.stop();

  nowMs += 6.9 * dayMs;
  const second = await startEngine({ modules, clock, folder: first.folder });
  second.engine.startJobs();
  expect(await statesOf(second)).toEqual(["success", "pending"]);
  await second.engine.stop();

  nowMs += 0.2 * dayMs;
  const third = await startEngine({ modules, clock, folder: first.folder });
  third.engine.startJobs();
  expect(
    await until(
      () => statesOf(third),
      (kinds) => kinds.length === 1,
    ),
  ).toEqual(["pending"]);
});

test("a mutation's answer is remembered for eight days [J10]", async () => {
  let nowMs = Date.now();
  let runs = 0;
  const counted = mutationGeneric(() => ++runs);
  const clock = () => nowMs;
  const setup = { modules: { app: { counted } }, clock };
  const request = { sessionId: "session", requestId: 1 };
  const first = await startEngine(setup);
  await first.engine.mutation(callOf("app:counted"), { request });
  await first.engine.stop();

  nowMs += 7.9 * dayMs;
  const second = await startEngine({ ...setup, folder: first.folder });
  second.engine.startJobs();
  await second.engine.mutation(callOf("app:counted"), { request });
  await second.engine.stop();
  expect(runs).toBe(1);

  nowMs += 0.2 * dayMs;
  const third = await startEngine({ ...setup, folder: first.folder });
  third.engine.startJobs();
  await third.engine.mutation(callOf("app:counted"), { request });
  expect(runs).toBe(2);
});

test("a long answer is kept for a day; after that a repetition hears that the change was stored, and it happens once [J19]", async () => {
  let nowMs = Date.now();
  let runs = 0;
  const long = "x".repeat(300);
  const counted = mutationGeneric((_ctx, { answer }: { answer: string }) => {
    runs += 1;
    return answer;
  });
  const { engine } = await startEngine({ modules: { app: { counted } }, clock: () => nowMs });
  const ask = async (requestId: number, answer: string) =>
    await engine.mutation(callOf("app:counted", { answer }), {
      request: { sessionId: "session", requestId },
    });
  await ask(1, long);
  await ask(2, "short");
  expect(valueOf(await ask(1, long))).toBe(long);

  nowMs += 1.1 * dayMs;
  engine.startJobs();
  const outcome = await ask(1, long);

  expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("was stored") });
  expect(valueOf(await ask(2, "short"))).toBe("short");
  expect(runs).toBe(2);
});
