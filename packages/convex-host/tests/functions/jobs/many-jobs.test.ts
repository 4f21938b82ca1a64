import { mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { Heap } from "../../../src/functions/jobs/heap.ts";
import { readsPerTurn } from "../../support/reads-per-turn.ts";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";
import type { Engine } from "../../../src/functions/run/calls.ts";

const dayMs = 24 * 60 * 60 * 1000;

const note = mutationGeneric(async (ctx, { text }: { text: string }) => {
  await ctx.db.insert("notes", { text });
});
const notes = queryGeneric(async (ctx) => {
  const rows = await ctx.db.query("notes").collect();
  return rows.map((row) => row["text"] as string);
});
const modules = { app: { note, notes } };

type State = { kind: "pending" } | { kind: "success" };

/** Stores rows of scheduled functions in the state that an earlier process left. */
async function leaveJobs(
  engine: Engine,
  count: number,
  job: { state: State; atMs: number },
): Promise<void> {
  const tx = engine.database.begin({ nowMs: job.atMs });
  for (let number = 0; number < count; number++)
    tx.system.insert("_scheduled_functions", {
      name: "app.js:note",
      args: [{ text: `${number}` }],
      scheduledTime: job.atMs - number,
      state: job.state,
      ...(job.state.kind === "pending" ? {} : { completedTime: job.atMs }),
    });
  await engine.database.commit(tx);
}

const jobCount = (engine: Engine) => {
  const snapshot = engine.database.snapshot();
  try {
    return snapshot.begin({ nowMs: 0 }).count("_scheduled_functions");
  } finally {
    snapshot.close();
  }
};

test("a start looks at a slice of the jobs that have run, and removes the old ones slice by slice [J18]", async () => {
  let nowMs = Date.now();
  const { engine } = await startEngine({ modules, clock: () => nowMs });
  await leaveJobs(engine, 1_500, { state: { kind: "success" }, atMs: nowMs });
  nowMs += 8 * dayMs;
  await leaveJobs(engine, 700, { state: { kind: "success" }, atMs: nowMs });
  const reads = readsPerTurn(engine.database);

  engine.startJobs();
  const left = await until(
    () => jobCount(engine),
    (count) => count <= 700,
  );
  reads.stop();

  expect(left).toBe(700);
  expect(reads.most()).toBeLessThanOrEqual(200);
});

test("what is open is found among however many jobs that have run, and runs in its order [J18]", async () => {
  const nowMs = Date.now();
  const { engine } = await startEngine({ modules });
  await leaveJobs(engine, 1_000, { state: { kind: "success" }, atMs: nowMs });
  await leaveJobs(engine, 3, { state: { kind: "pending" }, atMs: nowMs });
  const reads = readsPerTurn(engine.database);

  expect(engine.database.openJobs(0, 10)).toMatchObject([
    { isRunning: false, scheduledTime: nowMs },
    { isRunning: false, scheduledTime: nowMs - 1 },
    { isRunning: false, scheduledTime: nowMs - 2 },
  ]);
  engine.startJobs();
  const texts = await until(
    async () => valueOf(await engine.query(callOf("app:notes"))) as string[],
    (found) => found.length === 3,
  );
  reads.stop();

  expect(texts).toEqual(["2", "1", "0"]);
  expect(engine.database.openJobs(0, 10)).toEqual([]);
});

test("more jobs than one slice holds are all known before the first runs [J18]", async () => {
  const nowMs = Date.now();
  const { engine } = await startEngine({ modules });
  await leaveJobs(engine, 1_100, { state: { kind: "pending" }, atMs: nowMs });

  engine.startJobs();
  const texts = await until(
    async () => valueOf(await engine.query(callOf("app:notes"))) as string[],
    (found) => found.length >= 8,
  );

  // The function that was scheduled last is due first.
  expect(texts.slice(0, 8)).toEqual([..."76543210"].map((digit) => `109${2 + Number(digit)}`));
});

test("with a hundred thousand waiting jobs, the next one is found in a few steps [J18]", () => {
  let ranks = 0;
  const heap = new Heap<number>((item) => {
    ranks += 1;
    return item;
  });
  const items = Array.from({ length: 100_000 }, (_, number) => (number * 7_919) % 100_000);
  for (const item of items) heap.push(item);

  ranks = 0;
  expect([heap.pop(), heap.pop(), heap.pop(), heap.first]).toEqual([0, 1, 2, 3]);
  expect(ranks).toBeLessThan(500);
});
