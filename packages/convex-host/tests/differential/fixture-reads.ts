import type {
  FilterBuilder,
  GenericDatabaseReader,
  GenericDataModel,
  GenericTableInfo,
  OrderedQuery,
} from "convex/server";
import type { Value } from "convex/values";
import type { Bound, Ending, FilterStep, QueryStep, SearchStep } from "./fixture-steps.ts";

type Reader = GenericDatabaseReader<GenericDataModel>;
type Query = OrderedQuery<GenericTableInfo>;

/** Builds the query of a step without running it. */
export function queryOf(db: Reader, step: QueryStep): Query {
  const table = db.query(step.table);
  const source =
    step.index === undefined
      ? table
      : table.withIndex(
          step.index as never,
          (range) => boundsOf(range as never, step.bounds ?? []) as never,
        );
  const ordered = step.order === undefined ? source : source.order(step.order);
  return (step.filters ?? []).reduce(
    (query, filter) => query.filter((builder) => filterOf(builder, filter) as never),
    ordered,
  );
}

/** Runs the query and returns its row or rows. */
export async function endQuery(query: Query, ending: Ending): Promise<Value> {
  switch (ending.type) {
    case "collect":
      return await query.collect();
    case "first":
      return await query.first();
    case "unique":
      return await query.unique();
    case "take":
      return await query.take(ending.count);
    case "walk": {
      const rows: Value[] = [];
      for await (const row of query) if (rows.push(row) >= ending.count) break;
      return rows;
    }
  }
}

/** The texts that a search finds, the oldest first: convex-test does not rank them. */
export async function searchTexts(
  db: Reader,
  { words, equal, without }: SearchStep,
): Promise<Value> {
  const rows = await db
    .query("texts")
    .withSearchIndex("by_words", (search) => {
      const found = search.search("words", words);
      return equal === undefined ? found : found.eq("n", equal);
    })
    .filter((q) => q.neq(q.field("n"), without))
    .collect();
  return rows.toSorted((a, b) => Number(a["_creationTime"]) - Number(b["_creationTime"]));
}

type AnyRange = Record<Bound["op"], (field: string, value: Value | undefined) => AnyRange>;

function boundsOf(range: AnyRange, bounds: readonly Bound[]): AnyRange {
  return bounds.reduce((narrowed, { op, field, value }) => narrowed[op](field, value), range);
}

type Builder = FilterBuilder<GenericTableInfo>;
type AnyBuilder = Record<FilterStep["op"], (...operands: unknown[]) => unknown>;

function filterOf(builder: Builder, step: FilterStep): unknown {
  if (step.op === "field") return builder.field(step.path);
  if (step.op === "literal") return step.value;
  const operands = step.of.map((operand) => filterOf(builder, operand));
  return (builder as unknown as AnyBuilder)[step.op](...operands);
}
