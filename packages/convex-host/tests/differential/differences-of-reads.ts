import type { GenericId } from "convex/values";
import { type Difference, type Engine, insertThings, jobsOf, readPage, run } from "./difference.ts";
import { later } from "./differences-app.ts";

type Builder = {
  field(path: string): unknown;
  gt(left: unknown, right: unknown): never;
  eq(left: unknown, right: unknown): never;
  add(left: unknown, right: unknown): never;
  neg(value: unknown): never;
  and(...values: unknown[]): never;
};

/** Returns the values of `a` in the rows that a filter keeps. */
async function filtered(t: Engine, filter: (builder: Builder) => never): Promise<unknown> {
  await insertThings(t, [1, "b", true, -0]);
  return await run(t, async ({ db }) => {
    const rows = db.query("things").filter((q) => filter(q as unknown as Builder));
    return (await rows.collect()).map((row) => row["a"] as unknown);
  });
}

const pages: readonly Difference[] = [
  {
    rule: "Q6",
    host: "A full page is not the last one: that is known after looking for one row more",
    convexTest: "tells it with the last row",
    ask: async (t) => {
      await insertThings(t, [1, 2]);
      return (await readPage(t, { numItems: 2, cursor: null })).isDone;
    },
    answers: { host: false, convexTest: true },
  },
  {
    rule: "Q7",
    host: "A page up to an end ends there, also when the row there is gone",
    convexTest: "takes it for the last page then",
    ask: async (t) => {
      const [id] = await insertThings(t, [1, 2]);
      const { continueCursor } = await readPage(t, { numItems: 1, cursor: null });
      await run(t, ({ db }) => db.delete(id as GenericId<"things">));
      const options = { numItems: 1, cursor: null, endCursor: continueCursor };
      return (await readPage(t, options)).isDone;
    },
    answers: { host: false, convexTest: true },
  },
  {
    rule: "Q8",
    host: "A cursor is good for its own query only",
    convexTest: "takes it for any query",
    ask: async (t) => {
      await insertThings(t, [1, 2, 3]);
      const { continueCursor: cursor } = await readPage(t, { numItems: 2, cursor: null });
      await run(t, ({ db }) => db.query("things").order("desc").paginate({ numItems: 1, cursor }));
      return "taken";
    },
    answers: { host: "refused", convexTest: "taken" },
  },
  {
    rule: "Q10",
    host: "A page of no rows is refused",
    convexTest: "gives one row",
    ask: async (t) => {
      await insertThings(t, [1, 2]);
      return (await readPage(t, { numItems: 0, cursor: null })).page.length;
    },
    answers: { host: "refused", convexTest: 1 },
  },
];

const filters: readonly Difference[] = [
  {
    rule: "Q3",
    host: "Filters order all types as indexes do",
    convexTest: "compares as JavaScript does",
    ask: (t) => filtered(t, (q) => q.gt(q.field("a"), 0)),
    answers: { host: [1, "b", true], convexTest: [1, true] },
  },
  {
    rule: "Q3",
    host: "Filters know -0 as less than 0",
    convexTest: "takes them for equal when it compares by order",
    ask: (t) => filtered(t, (q) => q.gt(0, q.field("a"))),
    answers: { host: [-0], convexTest: [] },
  },
  {
    rule: "Q3",
    host: "Arithmetic needs two numbers of one kind",
    convexTest: "adds as JavaScript does",
    ask: (t) => filtered(t, (q) => q.eq(q.add(q.field("a"), "b"), "bb")),
    answers: { host: "refused", convexTest: ["b"] },
  },
  {
    rule: "Q3",
    host: "Conditions are boolean",
    convexTest: "takes what JavaScript takes for true",
    ask: (t) => filtered(t, (q) => q.and(q.field("a"))),
    answers: { host: "refused", convexTest: [1, "b", true] },
  },
  {
    rule: "Q3",
    host: "Filters can negate",
    convexTest: "cannot",
    ask: (t) => filtered(t, (q) => q.eq(q.neg(q.field("n")), -1)),
    answers: { host: [1, "b", true, -0], convexTest: "refused" },
  },
];

type Range = { eq(field: string, value: unknown): Range };

const ranges: readonly Difference[] = [
  {
    rule: "Q2",
    host: "Equalities of a range come in any order",
    convexTest: "wants the order of the index",
    ask: (t) =>
      run(t, ({ db }) => {
        const range = (q: unknown) => (q as Range).eq("b", 1).eq("a", 1) as never;
        return db
          .query("things")
          .withIndex("by_a_b" as never, range)
          .collect();
      }),
    answers: { host: [], convexTest: "refused" },
  },
  {
    rule: "Q2",
    host: "A table that does not exist is empty by any index",
    convexTest: "refuses indexes that it does not know",
    ask: (t) =>
      run(t, ({ db }) =>
        db
          .query("nowhere")
          .withIndex("by_a" as never)
          .collect(),
      ),
    answers: { host: [], convexTest: "refused" },
  },
];

const ids: readonly Difference[] = [
  {
    rule: "D19",
    host: "A text that is no id is refused",
    convexTest: "finds nothing by it, unless the table is named",
    ask: (t) => run(t, ({ db }) => db.get("nonsense" as GenericId<string>)),
    answers: { host: "refused", convexTest: null },
  },
  {
    rule: "D19",
    host: "Only what was an id is one for normalizeId",
    convexTest: "takes any number with the name of the table behind it",
    ask: (t) => run(t, async ({ db }) => db.normalizeId("things", "1things") !== null),
    answers: { host: false, convexTest: true },
  },
  {
    rule: "D18",
    host: "System tables are read through db.system only",
    convexTest: "reads them through db as well",
    ask: async (t) => {
      await run(t, ({ scheduler }) => scheduler.runAfter(1000, later, {}));
      const [job] = await jobsOf(t);
      return await run(t, async ({ db }) => (await db.get(job!["_id"] as never)) !== null);
    },
    answers: { host: "refused", convexTest: true },
  },
];

/** Differences of queries and of reads by id. */
export const differencesOfReads: readonly Difference[] = [...pages, ...filters, ...ranges, ...ids];
