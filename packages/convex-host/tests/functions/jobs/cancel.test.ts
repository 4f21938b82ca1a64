import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { createGate } from "../../support/gate.ts";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";
import type { Engine } from "../../../src/functions/run/calls.ts";

const mutation = (name: string) => makeFunctionReference<"mutation">(`app:${name}`);

const add = mutationGeneric(async (ctx) => await ctx.db.insert("notes", { text: "added" }));
const list = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).length);
const stateOf = queryGeneric(async (ctx, { id }: { id: string }) => {
  return (await ctx.db.system.get("_scheduled_functions", id as never))?.state.kind ?? null;
});
const states = queryGeneric(async (ctx) => {
  const rows = await ctx.db.system.query("_scheduled_functions").collect();
  return rows.map((row) => `${row.name} ${row.state.kind}`);
});
const schedule = mutationGeneric(
  async (ctx, { name, delayMs }: { name: string; delayMs: number }) =>
    await ctx.scheduler.runAfter(delayMs, mutation(name), {}),
);
const cancel = mutationGeneric(async (ctx, { id }: { id: string }) => {
  await ctx.scheduler.cancel(id as never);
});
const base = { add, list, stateOf, states, schedule, cancel };

async function scheduleOn(engine: Engine, name: string, delayMs = 0): Promise<string> {
  return valueOf(await engine.mutation(callOf("app:schedule", { name, delayMs }))) as string;
}

async function stateOn(engine: Engine, id: string) {
  return valueOf(await engine.query(callOf("app:stateOf", { id })));
}

test("a canceled function does not run, and a finished one stays as it is [J8]", async () => {
  const { engine } = await startEngine({ modules: { app: base } });
  const canceled = await scheduleOn(engine, "add");
  await engine.mutation(callOf("app:cancel", { id: canceled }));
  const finished = await scheduleOn(engine, "add");

  engine.startJobs();
  await until(
    () => stateOn(engine, finished),
    (kind) => kind === "success",
  );
  await engine.mutation(callOf("app:cancel", { id: finished }));

  expect(await stateOn(engine, canceled)).toBe("canceled");
  expect(await stateOn(engine, finished)).toBe("success");
  expect(valueOf(await engine.query(callOf("app:list")))).toBe(1);
});

test("a function canceled while the scheduler waits for it does not run [J8]", async () => {
  const { engine } = await startEngine({ modules: { app: base } });
  engine.startJobs();
  const id = await scheduleOn(engine, "add", 15);

  await engine.mutation(callOf("app:cancel", { id }));
  const later = await scheduleOn(engine, "add", 20);
  await until(
    () => stateOn(engine, later),
    (kind) => kind === "success",
  );

  expect(valueOf(await engine.query(callOf("app:list")))).toBe(1);
});

test("a canceled action runs on, and what it schedules is recorded as canceled [J8]", async () => {
  const gate = createGate();
  const begun = createGate();
  const scheduling = mutationGeneric(async (ctx) => {
    await ctx.scheduler.runAfter(0, mutation("add"), {});
  });
  const slow = actionGeneric(async (ctx) => {
    begun.open();
    await gate.opened;
    await ctx.scheduler.runAfter(0, mutation("add"), {});
    await ctx.runMutation(mutation("scheduling"), {});
    await ctx.runMutation(mutation("add"), {});
  });
  const { engine } = await startEngine({ modules: { app: { ...base, slow, scheduling } } });
  engine.startJobs();
  const id = await scheduleOn(engine, "slow");
  await begun.opened;

  await engine.mutation(callOf("app:cancel", { id }));
  gate.open();
  await until(
    async () => valueOf(await engine.query(callOf("app:list"))),
    (count) => count === 1,
  );

  expect(valueOf(await engine.query(callOf("app:states")))).toEqual([
    "app.js:slow canceled",
    "app.js:add canceled",
    "app.js:add canceled",
  ]);
});

test("only ids of scheduled functions can be canceled [J8]", async () => {
  const { engine } = await startEngine({ modules: { app: base } });
  const note = valueOf(await engine.mutation(callOf("app:add"))) as string;

  expect(await engine.mutation(callOf("app:cancel", { id: note }))).toMatchObject({
    ok: false,
    message: expect.stringContaining("Invalid scheduled function ID."),
  });
});

test("a scheduled mutation sees itself in progress, everyone else sees it pending [J9]", async () => {
  const gate = createGate();
  const begun = createGate();
  const own = mutationGeneric(async (ctx) => {
    const { scheduledFunctionId } = await ctx.meta.getRequestMetadata();
    const job = await ctx.db.system.get(scheduledFunctionId as never);
    begun.open();
    await gate.opened;
    await ctx.db.insert("notes", { text: (job as { state: { kind: string } }).state.kind });
  });
  const texts = queryGeneric(async (ctx) => {
    return (await ctx.db.query("notes").collect()).map((row) => row["text"] as string);
  });
  const { engine } = await startEngine({ modules: { app: { ...base, own, texts } } });
  engine.startJobs();
  const id = await scheduleOn(engine, "own");
  await begun.opened;

  expect(await stateOn(engine, id)).toBe("pending");
  gate.open();
  await until(
    () => stateOn(engine, id),
    (kind) => kind === "success",
  );
  expect(valueOf(await engine.query(callOf("app:texts")))).toEqual(["inProgress"]);
});

test("a mutation cannot cancel itself [J9]", async () => {
  const own = mutationGeneric(async (ctx) => {
    const { scheduledFunctionId } = await ctx.meta.getRequestMetadata();
    await ctx.scheduler.cancel(scheduledFunctionId as never);
  });
  const errors = queryGeneric(async (ctx) => {
    const rows = await ctx.db.system.query("_scheduled_functions").collect();
    return rows.map(({ state }) => (state.kind === "failed" ? state.error : state.kind));
  });
  const { engine } = await startEngine({ modules: { app: { ...base, own, errors } } });
  engine.startJobs();
  const id = await scheduleOn(engine, "own");

  await until(
    () => stateOn(engine, id),
    (kind) => kind === "failed",
  );

  expect(valueOf(await engine.query(callOf("app:errors")))).toEqual([
    expect.stringContaining("A mutation cannot cancel itself"),
  ]);
});
