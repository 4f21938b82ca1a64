import {
  actionGeneric,
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import { expect, test } from "vitest";
import { createGate } from "../../support/gate.ts";
import { callOf, personOf, startEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";
import type { Engine } from "../../../src/functions/run/calls.ts";

type Job = {
  _id: string;
  name: string;
  args: unknown[];
  scheduledTime: number;
  completedTime?: number;
  state: { kind: string; error?: string };
};

const mutation = (name: string) => makeFunctionReference<"mutation">(`app:${name}`);

const list = queryGeneric(async (ctx) => {
  const rows = await ctx.db.query("notes").collect();
  return rows.map((row) => row["text"] as string);
});
const jobs = queryGeneric(
  async (ctx) => await ctx.db.system.query("_scheduled_functions").collect(),
);
const add = internalMutationGeneric({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("notes", { text, by: (await ctx.auth.getUserIdentity())?.subject ?? null });
  },
});
const schedule = mutationGeneric(
  async (ctx, args: { name: string; delayMs?: number; args?: Record<string, string> }) =>
    await ctx.scheduler.runAfter(args.delayMs ?? 0, mutation(args.name), args.args ?? {}),
);
const cancel = mutationGeneric(
  async (ctx, { id }: { id: string }) => await ctx.scheduler.cancel(id as never),
);
const base = { list, jobs, add, schedule, cancel };

async function jobsOf(engine: Engine): Promise<Job[]> {
  return valueOf(await engine.query(callOf("app:jobs"))) as unknown as Job[];
}

async function textsOf(engine: Engine) {
  return valueOf(await engine.query(callOf("app:list")));
}

async function scheduleOn(engine: Engine, name: string, args: Record<string, string> = {}) {
  return valueOf(await engine.mutation(callOf("app:schedule", { name, args }))) as string;
}

const allDone = (rows: Job[]) =>
  rows.every(({ state }) => !["pending", "inProgress"].includes(state.kind));

test("a scheduled mutation happens exactly once across a restart before it ran [J1]", async () => {
  const modules = { app: base };
  const first = await startEngine({ modules });
  await scheduleOn(first.engine, "add", { text: "once" });
  await first.engine.stop();

  const second = await startEngine({ modules, folder: first.folder });
  second.engine.startJobs();
  await until(() => jobsOf(second.engine), allDone);
  await second.engine.stop();
  const third = await startEngine({ modules, folder: first.folder });
  third.engine.startJobs();

  expect(await textsOf(third.engine)).toEqual(["once"]);
  expect(await jobsOf(third.engine)).toMatchObject([
    { name: "app.js:add", args: [{ text: "once" }], state: { kind: "success" } },
  ]);
});

test("the row and the mutation's writes become visible in one commit [J1]", async () => {
  const { engine } = await startEngine({ modules: { app: base } });
  const commits: string[][] = [];
  engine.database.onCommit(({ writes }) =>
    commits.push([...new Set(writes.map(({ table }) => table))].sort()),
  );
  await scheduleOn(engine, "add", { text: "a" });

  engine.startJobs();
  await until(() => jobsOf(engine), allDone);

  expect(commits).toEqual([["_scheduled_functions"], ["_scheduled_functions", "notes"]]);
});

test("an action in progress when the host ended is failed, not repeated [J2]", async () => {
  let runs = 0;
  const slow = actionGeneric(async () => {
    runs += 1;
    await new Promise(() => undefined);
  });
  const modules = { app: { ...base, slow } };
  const first = await startEngine({ modules });
  first.engine.startJobs();
  await scheduleOn(first.engine, "slow");
  await until(
    () => jobsOf(first.engine),
    ([job]) => job?.state.kind === "inProgress",
  );
  await first.engine.stop();

  const { engine } = await startEngine({ modules, folder: first.folder });
  engine.startJobs();
  const [job] = await until(() => jobsOf(engine), allDone);

  expect(job?.state).toEqual({ kind: "failed", error: "Transient error while executing action" });
  expect(runs).toBe(1);
});

test("scheduling rolls back with its mutation; from an action it is on disk at once [J3]", async () => {
  const failing = mutationGeneric(async (ctx) => {
    await ctx.scheduler.runAfter(0, mutation("add"), { text: "lost" });
    throw new Error("no");
  });
  const acting = actionGeneric(async (ctx) => {
    await ctx.scheduler.runAfter(0, mutation("add"), { text: "kept" });
    throw new Error("no");
  });
  const { engine } = await startEngine({ modules: { app: { ...base, failing, acting } } });

  await engine.mutation(callOf("app:failing"));
  await engine.action(callOf("app:acting"));

  expect((await jobsOf(engine)).map(({ args }) => args)).toEqual([[{ text: "kept" }]]);
});

test("what is due runs in the order of its time, the future waits [J4]", async () => {
  let nowMs = 1_000_000;
  const clock = () => nowMs;
  const { engine } = await startEngine({ modules: { app: base }, clock });
  for (const [text, delayMs] of [
    ["late", 20],
    ["early", 10],
    ["future", 60_000],
  ] as const) {
    await engine.mutation(callOf("app:schedule", { name: "add", delayMs, args: { text } }));
  }

  nowMs += 1000;
  engine.startJobs();
  await until(
    () => textsOf(engine),
    (texts) => (texts as string[]).length === 2,
  );

  expect(await textsOf(engine)).toEqual(["early", "late"]);
  expect((await jobsOf(engine)).map(({ state }) => state.kind).sort()).toEqual([
    "pending",
    "success",
    "success",
  ]);
});

test("a function scheduled while the host runs is run when its time has come [J4]", async () => {
  const { engine } = await startEngine({ modules: { app: base } });
  engine.startJobs();

  await engine.mutation(
    callOf("app:schedule", { name: "add", delayMs: 5, args: { text: "soon" } }),
  );

  const done = await until(() => jobsOf(engine), allDone);
  expect(done[0]?.completedTime).toBeGreaterThanOrEqual(done[0]?.scheduledTime ?? Infinity);
});

test("more than five years away is refused [J4]", async () => {
  const years = mutationGeneric(async (ctx, { ms }: { ms: number }) => {
    await ctx.scheduler.runAt(ms, mutation("add"), { text: "x" });
  });
  const { engine } = await startEngine({ modules: { app: { ...base, years } } });
  const sixYears = 6 * 366 * 24 * 3600 * 1000;
  const messageAt = async (ms: number) => {
    const outcome = await engine.mutation(callOf("app:years", { ms }));
    return outcome.ok ? "" : outcome.message;
  };

  expect(await messageAt(Date.now() + sixYears)).toContain("more than 5 years in the future");
  expect(await messageAt(Date.now() - sixYears)).toContain("more than 5 years in the past");
});

test("only an existing mutation or action can be scheduled [J5]", async () => {
  const { engine } = await startEngine({ modules: { app: base } });
  const messageFor = async (name: string) => {
    const outcome = await engine.mutation(callOf("app:schedule", { name }));
    return outcome.ok ? "" : outcome.message;
  };

  expect(await messageFor("nothing")).toContain(
    "Attempted to schedule function at nonexistent path: app.js:nothing",
  );
  expect(await messageFor("list")).toContain("only mutations and actions can be scheduled");
});

test("arguments are checked when the function runs [J5]", async () => {
  const { engine } = await startEngine({ modules: { app: base } });
  engine.startJobs();

  await scheduleOn(engine, "add", { wrong: "name" });

  const [job] = await until(() => jobsOf(engine), allDone);
  expect(job?.state.kind).toBe("failed");
  expect(job?.state.error).toContain("ArgumentValidationError");
});

test("scheduled functions run without the identity of who scheduled them [J6]", async () => {
  const who = queryGeneric(
    async (ctx) => (await ctx.db.query("notes").collect())[0]?.["by"] as null,
  );
  const { engine } = await startEngine({ modules: { app: { ...base, who } } });
  engine.startJobs();
  const identity = personOf("ann");

  await engine.mutation(callOf("app:schedule", { name: "add", args: { text: "a" } }, { identity }));
  await until(() => jobsOf(engine), allDone);

  expect(valueOf(await engine.query(callOf("app:who")))).toBeNull();
});

test("at most eight actions run at a time [J6]", async () => {
  const gate = createGate();
  let running = 0;
  let most = 0;
  const busy = actionGeneric(async () => {
    most = Math.max(most, ++running);
    await gate.opened;
    running -= 1;
  });
  const { engine } = await startEngine({ modules: { app: { ...base, busy } } });
  for (let job = 0; job < 12; job++) await scheduleOn(engine, "busy");
  engine.startJobs();

  await until(
    () => running,
    (count) => count === 8,
  );
  gate.open();
  await until(() => jobsOf(engine), allDone);

  expect(most).toBe(8);
});

test("a function that throws is failed with its text and leaves nothing [J7]", async () => {
  let runs = 0;
  const failing = mutationGeneric(async (ctx) => {
    runs += 1;
    await ctx.db.insert("notes", { text: "lost" });
    throw new ConvexError("not today");
  });
  const { engine } = await startEngine({ modules: { app: { ...base, failing } } });
  engine.startJobs();

  await scheduleOn(engine, "failing");
  const [job] = await until(() => jobsOf(engine), allDone);

  expect(job?.state.error).toContain("Uncaught ConvexError: not today");
  expect(await textsOf(engine)).toEqual([]);
  expect(runs).toBe(1);
});

test("when the disk refuses, a mutation is tried again later [J7]", async () => {
  const { engine } = await startEngine({ modules: { app: base } });
  const commit = engine.database.commit.bind(engine.database);
  let refusals = 2;
  engine.database.commit = (tx, record) => {
    if (refusals-- <= 0) return commit(tx, record);
    engine.database.rollback(tx);
    return Promise.reject(new Error("disk full"));
  };
  refusals = 0;
  await scheduleOn(engine, "add", { text: "kept" });
  refusals = 2;

  engine.startJobs();
  await until(() => jobsOf(engine), allDone);

  expect(await textsOf(engine)).toEqual(["kept"]);
  expect((await jobsOf(engine))[0]?.state.kind).toBe("success");
});
