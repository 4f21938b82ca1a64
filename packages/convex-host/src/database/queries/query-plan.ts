import { isIdentifier } from "../../values/canonical.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { queryLimits } from "../../values/value-limits.ts";
import { afterAllKeys, afterPrefix, orderKey } from "../../values/order-key.ts";
import { printValue } from "../../values/print.ts";
import { planSearch, type SearchFilter, type SearchPlan } from "../search/search-plan.ts";
import type { IndexInfo, TableInfo, TableSet } from "../tables/catalog.ts";
import { parseFilter, type Filter } from "./filter.ts";
import type { Order, Range } from "../state/state-view.ts";

export type Operator = { filter: Filter } | { limit: number };

/** A compiled query. `source` is null while its table does not exist. */
export type QueryPlan = {
  table: string;
  source: Range | SearchPlan | null;
  order: Order;
  operators: Operator[];
};

type Bound = { type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte"; fieldPath: string; value: Json };

type Source = { order: Order | null } & (
  | { type: "FullTableScan"; tableName: string }
  | { type: "IndexRange"; indexName: string; range: Bound[] }
  | { type: "Search"; indexName: string; filters: SearchFilter[] }
);

/** Compiles a serialized query against the tables; throws the official errors. */
export function planQuery(query: JsonObject, tables: TableSet): QueryPlan {
  const source = query["source"] as Source;
  const operators = planOperators(query["operators"]);
  const order: Order = source.order === "desc" ? "desc" : "asc";
  switch (source.type) {
    case "FullTableScan": {
      const name = checkedTableName(source.tableName);
      const table = tables.byName(name);
      const range = table === null ? null : rangeOf(table.byCreationTime, []);
      return { table: name, source: range, order, operators };
    }
    case "IndexRange": {
      const [name, index] = findIndex(source.indexName, (table) => table.indexes, tables);
      const range = index === null ? null : rangeOf(index, source.range);
      return { table: name, source: range, order, operators };
    }
    case "Search": {
      const [name, index] = findIndex(source.indexName, (table) => table.searchIndexes, tables);
      const search = index === null ? null : planSearch(index, source.filters);
      return { table: name, source: search, order: "asc", operators };
    }
    default:
      throw new Error(`Unknown query source ${JSON.stringify(source)}`);
  }
}

function planOperators(operators: Json | undefined): Operator[] {
  const list = Array.isArray(operators) ? operators : [];
  if (list.length > queryLimits.operators) {
    throw new Error(
      `Query has too many operators: ${list.length} (maximum ${queryLimits.operators})`,
    );
  }
  return list.map((operator) => {
    const parts = operator as JsonObject;
    if (parts["filter"] !== undefined) return { filter: parseFilter(parts["filter"]) };
    const limit = parts["limit"];
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0) {
      throw new Error(`Unknown query operator ${JSON.stringify(operator)}`);
    }
    return { limit };
  });
}

function findIndex<Index>(
  indexName: string,
  indexesOf: (table: TableInfo) => ReadonlyMap<string, Index>,
  tables: TableSet,
): [string, Index | null] {
  const dot = indexName.indexOf(".");
  const tableName = checkedTableName(indexName.slice(0, Math.max(dot, 0)));
  const table = tables.byName(tableName);
  if (table === null) return [tableName, null];
  const index = indexesOf(table).get(indexName.slice(dot + 1));
  if (index === undefined) throw new Error(`Index ${indexName} not found.`);
  return [tableName, index];
}

function checkedTableName(name: string): string {
  if (!isIdentifier(name)) throw new Error(`Invalid table name ${JSON.stringify(name)}`);
  return name;
}

/** The keys that satisfy the bounds: equalities on a prefix of the index, then bounds on one more field. */
function rangeOf(index: IndexInfo, bounds: readonly Bound[]): Range {
  const { equalities, lower, upper } = sortBounds(index, bounds);
  const fields = index.fields.map((path) => path.join("."));
  checkFields(index, fields, {
    equalities: [...equalities.keys()],
    inequality: (lower ?? upper)?.fieldPath,
  });
  const prefix = fields
    .slice(0, equalities.size)
    .map((field) => orderKey(equalities.get(field)!.value))
    .join("");
  return { index, lower: lowerKey(prefix, lower), upper: upperKey(prefix, upper) };
}

function lowerKey(prefix: string, bound: Bound | undefined): string {
  if (bound === undefined) return prefix;
  const key = prefix + orderKey(bound.value);
  return bound.type === "Gt" ? afterPrefix(key) : key;
}

function upperKey(prefix: string, bound: Bound | undefined): string {
  if (bound === undefined) return prefix === "" ? afterAllKeys : afterPrefix(prefix);
  const key = prefix + orderKey(bound.value);
  return bound.type === "Lte" ? afterPrefix(key) : key;
}

type SortedBounds = {
  equalities: Map<string, Bound>;
  lower: Bound | undefined;
  upper: Bound | undefined;
};

function sortBounds(index: IndexInfo, bounds: readonly Bound[]): SortedBounds {
  const sorted: SortedBounds = { equalities: new Map(), lower: undefined, upper: undefined };
  for (const bound of bounds) {
    if (bound.type === "Eq") {
      if (sorted.equalities.has(bound.fieldPath)) throw alreadyDefined("equality", bound);
      sorted.equalities.set(bound.fieldPath, bound);
      continue;
    }
    const side = bound.type === "Gt" || bound.type === "Gte" ? "lower" : "upper";
    if (sorted[side] !== undefined) throw alreadyDefined(side, bound);
    const other = sorted[side === "lower" ? "upper" : "lower"];
    if (other !== undefined && other.fieldPath !== bound.fieldPath) {
      throw boundsOnTwoFields(index, other.fieldPath, bound.fieldPath);
    }
    sorted[side] = bound;
  }
  const inequality = sorted.lower ?? sorted.upper;
  const equality = inequality && sorted.equalities.get(inequality.fieldPath);
  if (equality !== undefined) throw alreadyDefined("inequality", equality);
  return sorted;
}

function checkFields(
  index: IndexInfo,
  fields: readonly string[],
  asked: { equalities: string[]; inequality: string | undefined },
): void {
  const all =
    asked.inequality === undefined ? asked.equalities : [...asked.equalities, asked.inequality];
  const name = `${index.table}.${index.name}`;
  const foreign = all.find((field) => !fields.includes(field));
  if (foreign !== undefined) {
    throw new Error(
      `The index range included a comparison with ${JSON.stringify(foreign)}, but ${name} with fields ${printFields(fields.slice(0, -1))} doesn't index this field. For more information see https://docs.convex.dev/using/indexes.`,
    );
  }
  // Equalities may come in any order as long as they fill a prefix; the inequality is on the field after them.
  const prefix = fields.slice(0, asked.equalities.length);
  const next = fields[asked.equalities.length];
  const outside = asked.equalities.find((field) => !prefix.includes(field));
  const misplaced = outside ?? (asked.inequality === next ? undefined : asked.inequality);
  if (misplaced === undefined) return;
  throw new Error(
    `Tried to query index ${name} but the query didn't use the index fields in order.\nIndex fields: ${printFields(fields.slice(0, -1))}\nQuery fields: ${printFields(all)}\nFirst incorrect field: ${JSON.stringify(misplaced)}\nFor more information see https://docs.convex.dev/using/indexes.`,
  );
}

function printFields(fields: readonly string[]): string {
  return `[${fields.map((field) => JSON.stringify(field)).join(", ")}]`;
}

function alreadyDefined(kind: string, bound: Bound): Error {
  const sign = { Eq: "==", Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" }[bound.type];
  return new Error(
    `Already defined ${kind} bound in index range. Can't add ${JSON.stringify(bound.fieldPath)} ${sign} ${printValue(bound.value)}.`,
  );
}

function boundsOnTwoFields(index: IndexInfo, first: string, second: string): Error {
  return new Error(
    `Upper and lower bounds in \`range\` can only be applied to a single index field. This query against index ${index.table}.${index.name} attempted to set a range bound on both ${JSON.stringify(first)} and ${JSON.stringify(second)}. Consider using \`filter\` instead. See https://docs.convex.dev/using/indexes for more info.`,
  );
}
