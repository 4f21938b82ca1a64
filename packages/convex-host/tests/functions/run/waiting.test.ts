import { mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, personOf, startEngine } from "../../support/started-engine.ts";

// Functions see a clock that stands still.
const now = performance.now.bind(performance);

/** A handler of three turns, each longer than a turn may last. */
const threeTurns = async (ctx: { auth: { getUserIdentity: () => Promise<unknown> } }) => {
  for (let turn = 0; turn < 3; turn++) {
    const endsAt = now() + 11;
    while (now() < endsAt) continue;
    await ctx.auth.getUserIdentity();
  }
  return null;
};

/** Begins each call in a turn of its own, as the function thread does. */
async function inTurns<Outcome>(calls: readonly (() => Promise<Outcome>)[]): Promise<Outcome[]> {
  const running: Promise<Outcome>[] = [];
  for (const call of calls) {
    running.push(call());
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await Promise.all(running);
}

const app = { look: queryGeneric(threeTurns), change: mutationGeneric(threeTurns) };
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
