import { mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, personOf, startEngine, valueOf } from "../../support/started-engine.ts";

// Functions see a clock that stands still.
const now = performance.now.bind(performance);

type Context = { auth: { getUserIdentity: () => Promise<unknown> } };

/** Works for some turns, each longer than a turn may last. */
async function workFor(ctx: Context, turns: number): Promise<null> {
  for (let turn = 0; turn < turns; turn++) {
    const endsAt = now() + 11;
    while (now() < endsAt) continue;
    await ctx.auth.getUserIdentity();
  }
  return null;
}

const threeTurns = (ctx: Context) => workFor(ctx, 3);

/** Begins each call in a turn of its own, as the function thread does. */
async function inTurns<Outcome>(calls: readonly (() => Promise<Outcome>)[]): Promise<Outcome[]> {
  const running: Promise<Outcome>[] = [];
  for (const call of calls) {
    running.push(call());
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await Promise.all(running);
}

const add = mutationGeneric(async (ctx) => {
  await ctx.db.insert("notes", { text: "added" });
  return await workFor(ctx, 12);
});
const count = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).length);
const app = { look: queryGeneric(threeTurns), change: mutationGeneric(threeTurns), add, count };
const people = Array.from({ length: 50 }, (_, at) => personOf(`person${at}`));

test("a query that waits for the turns of many others has all of its time for itself [R9] [R29]", async () => {
  const { engine } = await startEngine({ modules: { app }, limits: { transactionMs: 500 } });

  const outcomes = await inTurns(
    people.map((identity) => () => engine.query(callOf("app:look", {}, { identity }))),
  );

  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
});

test("a call that has waited too long for turns fails with words that say so [R9]", async () => {
  const { engine } = await startEngine({ modules: { app }, limits: { waitMs: 50 } });
  const looks = people.map((identity) => () => engine.query(callOf("app:look", {}, { identity })));

  const outcomes = await inTurns([...looks, () => engine.mutation(callOf("app:change"))]);

  const failures = outcomes.filter(({ ok }) => !ok);
  expect(failures.length).toBeGreaterThan(10);
  const data = { code: "Overloaded", message: expect.stringContaining("Try again") as string };
  for (const failure of failures) expect(failure).toMatchObject({ data });
});

test("a change that has waited too long for turns leaves nothing, and runs when its request is sent again [R3] [R9]", async () => {
  const { engine } = await startEngine({ modules: { app }, limits: { waitMs: 50 } });
  const request = { sessionId: "page", requestId: 1 };
  const change = () => engine.mutation(callOf("app:add"), { request });
  const stored = async () => valueOf(await engine.query(callOf("app:count")));
  let isBusy = true;
  const busy = people.slice(0, 3).map(async (identity) => {
    while (isBusy) await engine.query(callOf("app:look", {}, { identity }));
  });

  expect(await change()).toMatchObject({ ok: false, data: { code: "Overloaded" } });
  isBusy = false;
  await Promise.all(busy);

  expect(await stored()).toBe(0);
  // On a busy machine it may wait too long alone.
  while (!(await change()).ok) continue;
  expect(await stored()).toBe(1);
});
