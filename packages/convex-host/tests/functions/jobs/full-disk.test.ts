import { cronJobs, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { afterEach, expect, test, vi } from "vitest";
import { callOf, startEngine, type StartedEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";

const start = Date.parse("2025-03-01T00:00:30Z");

afterEach(() => {
  vi.useRealTimers();
});

const tick = mutationGeneric((ctx) => ctx.db.insert("ticks", {}));
const count = queryGeneric(async (ctx) => (await ctx.db.query("ticks").collect()).length);
const crons = cronJobs();
crons.interval("tick", { minutes: 1 }, makeFunctionReference<"mutation">("app:tick"), {});
const modules = { app: { tick, count }, crons: { default: crons } };

/** Makes every note of the host fail, as on a full disk. */
function refuseNotes({ engine }: StartedEngine) {
  return vi.spyOn(engine.database.meta, "set").mockImplementation(() => {
    throw new Error("database or disk is full");
  });
}

async function ticks({ engine }: StartedEngine): Promise<number> {
  return valueOf(await engine.query(callOf("app:count"))) as number;
}

test("crons and jobs go on while what is noted about them cannot be written [O11]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: start });
  const errors: string[] = [];
  const ignore = () => undefined;
  const log = {
    ...{ debug: ignore, info: ignore, warn: ignore },
    error: (event: string) => errors.push(event),
  };
  const started = await startEngine({ modules, clock: () => Date.now(), log });
  const set = refuseNotes(started);

  started.engine.startJobs();
  await until(
    () => ticks(started),
    (found) => found === 1,
  );
  await vi.advanceTimersByTimeAsync(60_000);

  expect(
    await until(
      () => ticks(started),
      (found) => found === 2,
    ),
  ).toBe(2);
  expect(new Set(errors)).toEqual(new Set(["job.not-noted", "crons.not-noted"]));
  set.mockRestore();
});

test("a job whose row cannot be read after its commit runs all the same [J1] [O11]", async () => {
  const schedule = mutationGeneric((ctx) =>
    ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("app:tick"), {}),
  );
  const started = await startEngine({ modules: { app: { tick, count, schedule } } });
  const { database } = started.engine;
  const refuse = vi.fn(() => {
    throw new Error("unable to open database file");
  });
  // This listener comes before the scheduler's own, whose snapshot of this commit is the next one.
  const stop = database.onCommit(() => {
    stop();
    vi.spyOn(database, "snapshot").mockImplementationOnce(refuse);
  });
  started.engine.startJobs();

  valueOf(await started.engine.mutation(callOf("app:schedule")));
  expect(refuse).toHaveBeenCalledOnce();

  const found = await until(
    () => ticks(started),
    (all) => all > 0,
  );
  expect(found).toBe(1);
});
