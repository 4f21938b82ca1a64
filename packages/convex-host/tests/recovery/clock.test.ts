import { cronJobs, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, startEngine, valueOf } from "../support/started-engine.ts";
import { until } from "../support/until.ts";

const hour = 3_600_000;

const add = mutationGeneric(async (ctx, { text }: { text: string }) => {
  await ctx.db.insert("notes", { text });
});
const addLater = mutationGeneric(async (ctx, args: { text: string; ms: number }) => {
  const reference = makeFunctionReference<"mutation">("app:add");
  await ctx.scheduler.runAfter(args.ms, reference, { text: args.text });
});
const list = queryGeneric(async (ctx) =>
  (await ctx.db.query("notes").collect()).map(({ text, _creationTime }) => [text, _creationTime]),
);
const modules = { app: { add, addLater, list } };

test("with the clock set back an hour, commit times and creation times go on rising [D5] [D6]", async () => {
  const clock = new SettableClock();
  const { engine } = await startEngine({ modules, clock: clock.read });
  const commits: bigint[] = [];
  engine.database.onCommit(({ ts }) => commits.push(ts));

  for (const text of ["one", "two"]) await engine.mutation(callOf("app:add", { text }));
  clock.setBack(hour);
  for (const text of ["three", "four"]) await engine.mutation(callOf("app:add", { text }));

  const rows = valueOf(await engine.query(callOf("app:list"))) as [string, number][];
  expect(rows.map(([text]) => text)).toEqual(["one", "two", "three", "four"]);
  for (const times of [commits, rows.map(([, time]) => time)])
    expect(times).toEqual([...new Set<bigint | number>(times)].sort((a, b) => (a < b ? -1 : 1)));
});

test("with the clock set back an hour, what was and what is scheduled runs as if it had not been [J16]", async () => {
  const clock = new SettableClock();
  const { engine } = await startEngine({ modules, clock: clock.read });
  engine.startJobs();

  const texts = async () =>
    (valueOf(await engine.query(callOf("app:list"))) as [string, number][]).map(([text]) => text);

  await engine.mutation(callOf("app:addLater", { text: "before", ms: 100 }));
  clock.setBack(hour);
  expect(await until(texts, (found) => found.length === 1)).toEqual(["before"]);

  // The call is scheduled only now: of two late calls on a busy machine, the one with the earlier clock time runs
  // first.
  await engine.mutation(callOf("app:addLater", { text: "after", ms: 100 }));
  expect(await until(texts, (found) => found.length === 2)).toEqual(["before", "after"]);
});

test("with the clock set back an hour and right again, an interval keeps its pace [J17]", async () => {
  const clock = new SettableClock();
  const crons = cronJobs();
  const reference = makeFunctionReference<"mutation">("app:add");
  crons.interval("every second", { seconds: 1 }, reference, { text: "tick" });
  const { engine } = await startEngine({
    modules: { ...modules, crons: { default: crons } },
    clock: clock.read,
  });
  engine.startJobs();
  const ticks = async () => (valueOf(await engine.query(callOf("app:list"))) as unknown[]).length;
  const startedAt = performance.now();
  await until(ticks, (count) => count === 1);

  clock.setBack(hour);
  await until(ticks, (count) => count === 2);
  await until(ticks, (count) => count === 3);
  expect(performance.now() - startedAt).toBeGreaterThan(1900);
  clock.setBack(-hour);

  expect(await until(ticks, (count) => count === 4)).toBe(4);
  expect(performance.now() - startedAt).toBeGreaterThan(2900);
});

/** The system's clock until a test sets it back. */
class SettableClock {
  #backMs = 0;
  readonly read = () => Date.now() - this.#backMs;

  setBack(ms: number): void {
    this.#backMs += ms;
  }
}
