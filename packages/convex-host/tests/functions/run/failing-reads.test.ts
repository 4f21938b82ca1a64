import {
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { expect, onTestFinished, test } from "vitest";
import { StorageError } from "../../../src/database/sqlite/driver.ts";
import { disk } from "../../database/refusing-disk.ts";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";

const count = queryGeneric(async (ctx) => (await ctx.db.query("ticks").collect()).length);
const tick = mutationGeneric(async (ctx) => {
  const ticks = await ctx.db.query("ticks").collect();
  await ctx.db.insert("ticks", { at: ticks.length });
});
const careless = mutationGeneric(async (ctx) => {
  const ticks = await ctx.db
    .query("ticks")
    .collect()
    .catch(() => []);
  await ctx.db.insert("ticks", { at: ticks.length });
});
const nested = mutationGeneric(async (ctx) => {
  await ctx.runMutation(makeFunctionReference<"mutation">("app:tick"), {}).catch(() => null);
  return "done";
});
const later = mutationGeneric(async (ctx) => {
  await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("app:tickLater"), {});
});
const jobs = queryGeneric(async (ctx) => {
  const rows = await ctx.db.system.query("_scheduled_functions").collect();
  return rows.map(({ state }) => state.kind);
});
const tickLater = internalMutationGeneric(async (ctx) => {
  await ctx.db.insert("ticks", { at: (await ctx.db.query("ticks").collect()).length });
});
const modules = { app: { count, tick, careless, nested, later, jobs, tickLater } };

/** Makes the disk refuse the reads of this text, as SQLite tells it; returns the function that counts them. */
function refuseReads(text: string): () => number {
  let refused = 0;
  disk.look = (sql) => {
    if (!sql.includes(text)) return;
    refused += 1;
    throw new StorageError("database disk image is malformed", "SQLITE_CORRUPT");
  };
  onTestFinished(() => void (disk.look = null));
  return () => refused;
}

const rowsOfRange = "i.key >= ? AND i.key < ?";

test.each(["tick", "careless", "nested"])(
  "a mutation with a read that the disk refuses (%s) stores nothing and is told so, and works afterwards [O11]",
  async (name) => {
    const { engine } = await startEngine({ modules, redact: true });
    await engine.mutation(callOf("app:tick"));
    refuseReads(rowsOfRange);

    const refused = await engine.mutation(callOf(`app:${name}`));

    expect(refused).toMatchObject({ ok: false, data: { code: "NotStored" } });
    disk.look = null;
    expect(valueOf(await engine.query(callOf("app:count")))).toBe(1);
    expect((await engine.mutation(callOf(`app:${name}`))).ok).toBe(true);
    expect(valueOf(await engine.query(callOf("app:count")))).toBe(2);
  },
);

test("a scheduled mutation with a read that the disk refuses is tried again later [J7] [O11]", async () => {
  const { engine } = await startEngine({ modules });
  engine.startJobs();
  const refused = refuseReads(rowsOfRange);
  await engine.mutation(callOf("app:later"));
  await until(refused, (count) => count > 0);

  disk.look = null;

  await until(
    async () => valueOf(await engine.query(callOf("app:count"))),
    (ticks) => ticks === 1,
  );
  expect(valueOf(await engine.query(callOf("app:jobs")))).toEqual(["success"]);
});

test("a state that the disk does not let a reader end is not read again, and no thread ends [O11] [D13]", async () => {
  const { engine } = await startEngine({ modules });
  await engine.mutation(callOf("app:tick"));
  const refused = refuseReads("COMMIT");

  expect(valueOf(await engine.query(callOf("app:count")))).toBe(1);

  expect(refused()).toBe(1);
  disk.look = null;
  await engine.mutation(callOf("app:tick"));
  expect(valueOf(await engine.query(callOf("app:count")))).toBe(2);
});
