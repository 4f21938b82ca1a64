import type { GenericDataModel, GenericMutationCtx, PaginationOptions } from "convex/server";
import type { Value } from "convex/values";
import type { TestEngine } from "../../src/testing/test-engine.ts";
import type fixtureSchema from "./fixture-schema.ts";

export type Engine = TestEngine<(typeof fixtureSchema)["tables"]>;

/** A behaviour of Convex that convex-test does not have; random programs avoid it. */
export type Difference = {
  rule: string;
  /** The effect of the rule in this case, in the words of SPEC.md. */
  host: string;
  /** The behaviour of convex-test instead. */
  convexTest: string;
  /** Runs the case on one engine and returns its answer. */
  ask: (t: Engine) => Promise<unknown>;
  /** The answers of both engines; "refused" stands for every failure. */
  answers: { host: Value; convexTest: Value };
};

type Ctx = GenericMutationCtx<GenericDataModel>;

/** Runs inside of one mutation, with a database that takes anything. */
export async function run(t: Engine, work: (ctx: Ctx) => Promise<unknown>): Promise<unknown> {
  return await t.run((ctx) => work(ctx as unknown as Ctx) as Promise<Value>);
}

/** Adds one row to `things` for each value of `a`, and returns the ids. */
export async function insertThings(t: Engine, values: readonly Value[]): Promise<string[]> {
  const ids = await run(t, async ({ db }) => {
    const inserted: string[] = [];
    for (const a of values) inserted.push(await db.insert("things", { n: 1, a }));
    return inserted;
  });
  return ids as string[];
}

type Page = { page: Value[]; isDone: boolean; continueCursor: string };

/** A page of `things`. */
export async function readPage(t: Engine, options: PaginationOptions): Promise<Page> {
  return (await run(t, ({ db }) => db.query("things").paginate(options))) as Page;
}

/** The scheduled functions as they are stored. */
export async function jobsOf(t: Engine): Promise<Record<string, Value>[]> {
  const read = run(t, ({ db }) => db.system.query("_scheduled_functions").collect());
  return (await read) as Record<string, Value>[];
}
