import { makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";

test("arguments may be larger and deeper than a document [J5]", async () => {
  let deep: unknown = "x".repeat(2 << 20);
  for (let level = 0; level < 40; level++) deep = [deep];
  const measure = mutationGeneric(async (ctx, args: { deep: unknown }) => {
    await ctx.db.insert("lengths", { length: JSON.stringify(args.deep).length });
  });
  const plan = mutationGeneric(async (ctx) => {
    await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("app:measure"), { deep });
  });
  const lengths = queryGeneric(async (ctx) => {
    const rows = await ctx.db.query("lengths").collect();
    return rows.map((row) => row["length"] as number);
  });
  const { engine } = await startEngine({ modules: { app: { measure, plan, lengths } } });
  engine.startJobs();

  valueOf(await engine.mutation(callOf("app:plan")));
  const measured = await until(
    async () => valueOf(await engine.query(callOf("app:lengths"))) as number[],
    (found) => found.length > 0,
  );

  expect(measured).toEqual([(2 << 20) + 2 + 2 * 40]);
});
