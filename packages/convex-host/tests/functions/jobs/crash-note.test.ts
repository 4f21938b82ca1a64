import { makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { CrashNote } from "../../../src/functions/jobs/crash-note.ts";
import { callOf, startEngine, type StartedEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";

let runs = 0;
let runsBeforeOther: number | null = null;
let noteWhileRunning: string | null = null;
let readNote: () => string | null = () => null;

const deadly = mutationGeneric(() => {
  runs += 1;
  noteWhileRunning = readNote();
  return null;
});
const schedule = mutationGeneric(async (ctx) => {
  return await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("app:deadly"), {});
});
const stateOf = queryGeneric(async (ctx, { id }: { id: string }) => {
  const job = await ctx.db.system.get("_scheduled_functions", id as never);
  return job?.state ?? null;
});
const scheduleOther = mutationGeneric(async (ctx) => {
  await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("app:other"), {});
  return null;
});
const other = mutationGeneric(() => {
  runsBeforeOther = runs;
  return null;
});
const modules = { app: { deadly, schedule, stateOf, scheduleOther, other } };

/** Starts an engine on a deployment with one due job, in the state that a crashed host leaves. */
async function startDead(note: (id: string) => string): Promise<{ folder: string; id: string }> {
  runs = 0;
  const { engine, folder } = await startEngine({ modules });
  const id = valueOf(await engine.mutation(callOf("app:schedule"))) as string;
  engine.database.meta.set("jobs.state", "running");
  engine.database.meta.set("jobs.running", note(id));
  await engine.stop();
  return { folder, id };
}

async function finish({ engine }: StartedEngine, id: string) {
  readNote = () => engine.database.meta.get("jobs.running");
  engine.startJobs();
  const read = async () =>
    valueOf(await engine.query(callOf("app:stateOf", { id }))) as { kind: string; error?: string };
  return await until(read, ({ kind }) => kind !== "pending");
}

test("a mutation the host died in twice is failed and does not run [J15]", async () => {
  const { folder, id } = await startDead((job) => `${job} 1`);

  const state = await finish(await startEngine({ modules, folder }), id);

  expect(state).toEqual({ kind: "failed", error: "The host ended twice while it ran." });
  expect(runs).toBe(0);
});

test("after one death mutations run, noted while they do [J15]", async () => {
  const { folder, id } = await startDead(() => "");
  const started = await startEngine({ modules, folder });

  expect(await finish(started, id)).toEqual({ kind: "success" });

  expect([runs, noteWhileRunning]).toEqual([1, `${id} 0`]);
  await until(
    () => readNote(),
    (note) => note === "",
  );
});

test("a mutation the host died in once runs again, noted as such [J15]", async () => {
  const { folder, id } = await startDead((job) => `${job} 0`);
  const started = await startEngine({ modules, folder, limits: { suspectWaitMs: 20 } });

  expect(await finish(started, id)).toEqual({ kind: "success" });

  expect([runs, noteWhileRunning]).toEqual([1, `${id} 1`]);
});

test("a mutation the host died in once waits before it runs again, others do not [J15]", async () => {
  const { folder, id } = await startDead((job) => `${job} 0`);
  runsBeforeOther = null;
  const { engine } = await startEngine({ modules, folder, limits: { suspectWaitMs: 3_600_000 } });
  engine.startJobs();
  await engine.mutation(callOf("app:scheduleOther"));

  await until(
    () => runsBeforeOther,
    (count) => count !== null,
  );

  expect(await engine.query(callOf("app:stateOf", { id }))).toMatchObject({
    value: JSON.stringify({ kind: "pending" }),
  });
  expect([runsBeforeOther, runs]).toEqual([0, 0]);
});

test("a death in another mutation is not counted for this one [J15]", async () => {
  const { folder, id } = await startDead(() => "another 0");
  const started = await startEngine({ modules, folder });

  expect(await finish(started, id)).toEqual({ kind: "success" });

  expect(noteWhileRunning).toBe(`${id} 0`);
});

test("a mutation that is on disk late leaves the note of the one that began meanwhile [J15]", () => {
  const noteByName = new Map([["jobs.state", "running"]]);
  const meta = {
    get: (name: string) => noteByName.get(name) ?? null,
    set: (name: string, text: string) => void noteByName.set(name, text),
  };
  const note = new CrashNote({
    ...{ meta, clock: () => 0, suspectWaitMs: 0 },
    onError: () => undefined,
  });
  note.open();

  note.begin("first");
  note.begin("second");
  note.end("first");
  const whileSecondRuns = meta.get("jobs.running");
  note.end("second");

  expect([whileSecondRuns, meta.get("jobs.running")]).toEqual(["second 0", ""]);
});
