import { mutationGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, startEngine } from "../../support/started-engine.ts";

const addTo = (text: string) =>
  mutationGeneric(async (ctx) => await ctx.db.insert("notes", { text }));

test("a mutation for whose answer nobody waits is answered with the flush of a later one [R2]", async () => {
  const app = { beat: Object.assign(addTo("beat"), { mayWait: true }), add: addTo("note") };
  const { engine } = await startEngine({ modules: { app }, heldMs: 3_600_000 });
  const order: string[] = [];
  const beat = engine.mutation(callOf("app:beat"));
  void beat.then(() => order.push("beat"));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);

  const added = await engine.mutation(callOf("app:add"));
  const ts = added.ok ? added.ts : null;
  expect(await beat).toMatchObject({ ok: true, ts });
});
