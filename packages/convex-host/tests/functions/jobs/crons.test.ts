import {
  actionGeneric,
  cronJobs,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGate } from "../../support/gate.ts";
import { callOf, startEngine, type StartedEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";

const minuteMs = 60_000;
const start = Date.parse("2025-03-01T00:00:30Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: start });
});

afterEach(() => {
  vi.useRealTimers();
});

const tick = mutationGeneric(async (ctx, { name }: { name: string }) => {
  await ctx.db.insert("ticks", { name, at: Date.now() });
});
const ticks = queryGeneric(async (ctx) => {
  const rows = await ctx.db.query("ticks").collect();
  return rows.map((row) => [row["name"] as string, row["at"] as number]);
});

type Schedule = (crons: ReturnType<typeof cronJobs>) => void;
const target = makeFunctionReference<"mutation">("app:tick");
const everyMinute: Schedule = (crons) =>
  crons.interval("every minute", { minutes: 1 }, target, { name: "a" });

type More = { folder?: string; app?: object; clock?: () => number };

async function startWith(schedule: Schedule, more: More = {}) {
  const crons = cronJobs();
  schedule(crons);
  const app = { tick, ticks, ...more.app };
  const folder = more.folder === undefined ? {} : { folder: more.folder };
  const started = await startEngine({
    modules: { app, crons: { default: crons } },
    clock: more.clock ?? (() => Date.now()),
    ...folder,
  });
  started.engine.startJobs();
  return started;
}

async function minutesOf({ engine }: StartedEngine): Promise<number[]> {
  const rows = valueOf(await engine.query(callOf("app:ticks"))) as [string, number][];
  return rows.map(([, at]) => (at - start) / minuteMs);
}

const hasLength = (length: number) => (list: unknown[]) => list.length === length;

/** Advances the time and waits for the due runs. */
async function advance(started: StartedEngine, minutes: number, runs: number): Promise<number[]> {
  await vi.advanceTimersByTimeAsync(minutes * minuteMs);
  return await until(() => minutesOf(started), hasLength(runs));
}

test("an interval runs at once and then at its times [J12]", async () => {
  const started = await startWith(everyMinute);

  expect(await advance(started, 0, 1)).toEqual([0]);
  expect(await advance(started, 1, 2)).toEqual([0, 1]);
  expect(await advance(started, 1, 3)).toEqual([0, 1, 2]);
});

test("over a restart an unchanged job keeps its time, a changed one starts anew [J12]", async () => {
  const first = await startWith(everyMinute);
  await advance(first, 0, 1);
  await first.engine.stop();
  await vi.advanceTimersByTimeAsync(0.5 * minuteMs);

  const second = await startWith(everyMinute, first);
  expect(await advance(second, 0.25, 1)).toEqual([0]);
  expect(await advance(second, 0.25, 2)).toEqual([0, 1]);
  await second.engine.stop();

  const changed: Schedule = (crons) =>
    crons.interval("every minute", { minutes: 2 }, target, { name: "b" });
  const third = await startWith(changed, first);
  expect(await advance(third, 0, 3)).toEqual([0, 1, 1]);
});

test("a removed job is forgotten, and starts anew when it comes back [J12]", async () => {
  const daily: Schedule = (crons) =>
    crons.daily("daily", { hourUTC: 0, minuteUTC: 1 }, target, { name: "a" });
  const first = await startWith(daily);
  await first.engine.stop();
  const without = await startWith(() => undefined, first);
  await without.engine.stop();

  expect(without.engine.authProviders).toEqual([]);
  await vi.advanceTimersByTimeAsync(5 * minuteMs);
  const back = await startWith(daily, first);
  expect(await advance(back, 0, 0)).toEqual([]);
});

test("what fell due while the host was down runs once at the start [J13]", async () => {
  const first = await startWith(everyMinute);
  await advance(first, 0, 1);
  await first.engine.stop();

  await vi.advanceTimersByTimeAsync(10.5 * minuteMs);
  const second = await startWith(everyMinute, first);

  expect(await advance(second, 0, 2)).toEqual([0, 10.5]);
  expect(await advance(second, 0.5, 3)).toEqual([0, 10.5, 11]);
});

test("a job does not overlap itself [J13]", async () => {
  const gate = createGate();
  let runs = 0;
  const slow = actionGeneric(async () => {
    runs += 1;
    await gate.opened;
  });
  const schedule: Schedule = (crons) =>
    crons.interval("slow", { minutes: 1 }, makeFunctionReference<"action">("app:slow"), {});
  const started = await startWith(schedule, { app: { slow } });
  await until(
    () => runs,
    (count) => count === 1,
  );

  await vi.advanceTimersByTimeAsync(3.5 * minuteMs);
  expect(runs).toBe(1);
  gate.open();
  await until(
    () =>
      JSON.parse(started.engine.database.meta.get("crons") ?? "{}") as {
        slow?: { nextMs: number };
      },
    ({ slow: state }) => state?.nextMs === start + 4 * minuteMs,
  );
  await vi.advanceTimersByTimeAsync(0.5 * minuteMs);
  expect(
    await until(
      () => runs,
      (count) => count === 2,
    ),
  ).toBe(2);
});

test.each(["mutation", "action"])(
  "a %s does not run twice for a time whose end the host did not note [J14]",
  async (kind) => {
    let actions = 0;
    const count = actionGeneric(() => {
      actions += 1;
    });
    const reference = makeFunctionReference<"mutation">(
      kind === "action" ? "app:count" : "app:tick",
    );
    const schedule: Schedule = (crons) =>
      crons.interval("job", { minutes: 1 }, reference, { name: "a" });
    const first = await startWith(schedule, { app: { count } });
    const runsOf = async (started: StartedEngine) =>
      kind === "action" ? actions : (await minutesOf(started)).length;
    await until(
      () => runsOf(first),
      (runs) => runs === 1,
    );
    const { meta } = first.engine.database;
    const noted = JSON.parse(meta.get("crons") ?? "{}") as { job: { nextMs: number } };
    await until(
      () => meta.get("crons"),
      (text) => !text?.includes(`"nextMs":${start}`),
    );
    // The note is that of a host that died before it noted the run.
    meta.set("crons", JSON.stringify({ job: { ...noted.job, nextMs: start } }));
    await first.engine.stop();

    const second = await startWith(schedule, { folder: first.folder, app: { count } });
    await vi.advanceTimersByTimeAsync(minuteMs);

    expect(
      await until(
        () => runsOf(second),
        (runs) => runs === 2,
      ),
    ).toBe(2);
  },
);

const everyQuarter: Schedule = (crons) =>
  crons.cron("every quarter", "*/15 * * * *", target, { name: "a" });
const quarters = [14.5, 29.5];

test("set back an hour, the clock comes to times again: none is run twice [J17]", async () => {
  let shiftMs = 0;
  const started = await startWith(everyQuarter, { clock: () => Date.now() + shiftMs });
  await advance(started, 15, 1);
  expect(await advance(started, 15, 2)).toEqual(quarters);

  // The comments count real minutes; the clock says 23:45 and 0:00, then 0:15 and 0:30 for the second time, then 0:45.
  shiftMs = -60 * minuteMs;
  await advance(started, 15, 3);
  await advance(started, 15, 4);
  await advance(started, 15, 4);
  await advance(started, 15, 4);

  expect(await advance(started, 15, 5)).toEqual([...quarters, 44.5, 59.5, 104.5]);
});

test("a clock that was set back and is set right again is noticed within a minute [J17]", async () => {
  let shiftMs = 0;
  const started = await startWith(everyQuarter, { clock: () => Date.now() + shiftMs });
  await advance(started, 15, 1);
  await advance(started, 15, 2);
  shiftMs = -60 * minuteMs;
  await vi.advanceTimersByTimeAsync(10 * minuteMs);

  shiftMs = 0;
  // It is 00:40:30 now. The time of the next run has passed, and the run is made up for once.
  expect(await advance(started, 1, 3)).toEqual([...quarters, 41]);
  expect(await advance(started, 4, 4)).toEqual([...quarters, 41, 44.5]);
});

test("a clock that was a year ahead leaves no year of silence when it is set right [J17]", async () => {
  let shiftMs = 365 * 24 * 60 * minuteMs;
  const started = await startWith(everyQuarter, { clock: () => Date.now() + shiftMs });
  await advance(started, 15, 1);

  shiftMs = 0;

  expect((await advance(started, 15, 2)).at(-1)).toBe(29.5);
});
