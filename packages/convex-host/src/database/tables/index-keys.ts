import type { Json, JsonObject } from "../../values/json.ts";
import { orderKey } from "../../values/order-key.ts";
import type { IndexInfo, TableInfo } from "./catalog.ts";

export type IndexKey = { index: number; key: string };

/** A document with its keys. */
export type KeyedDocument = { document: JsonObject; keys: readonly IndexKey[] };

/** The fields of all indexes of a table, each once, and the positions of the fields of each index. */
type KeyPlan = {
  fields: readonly (readonly string[])[];
  indexes: readonly { index: number; positions: readonly number[] }[];
};

const planByTable = new WeakMap<TableInfo, KeyPlan>();

/**
 * The keys of a document in every index of its table. A field of several indexes is encoded once. An index whose fields
 * did not change since `before` keeps its key.
 */
export function indexKeys(
  table: TableInfo,
  document: JsonObject,
  before?: KeyedDocument,
): IndexKey[] {
  const { fields, indexes } = planOf(table);
  const changed = before && fields.map((path) => !isSameAt(path, document, before.document));
  const parts: string[] = [];
  const partOf = (position: number) =>
    (parts[position] ??= orderKey(fieldAt(document, fields[position]!)));
  return indexes.map(({ index, positions }, at) => {
    if (changed !== undefined && !positions.some((position) => changed[position]))
      return before!.keys[at]!;
    let key = "";
    for (const position of positions) key += partOf(position);
    return { index, key };
  });
}

/** Compares by identity: arrays and objects count as changed, also when they are equal. */
function isSameAt(path: readonly string[], one: JsonObject, other: JsonObject): boolean {
  return Object.is(fieldAt(one, path), fieldAt(other, path));
}

function planOf(table: TableInfo): KeyPlan {
  const known = planByTable.get(table);
  if (known !== undefined) return known;
  const fields = new Map<string, { position: number; path: readonly string[] }>();
  const positionOf = (path: readonly string[]) => {
    const name = path.join(".");
    const field = fields.get(name) ?? { position: fields.size, path };
    fields.set(name, field);
    return field.position;
  };
  const indexes = [...table.indexes.values()].map(({ id, fields: paths }) => ({
    index: id,
    positions: paths.map(positionOf),
  }));
  const plan = { fields: [...fields.values()].map(({ path }) => path), indexes };
  planByTable.set(table, plan);
  return plan;
}

/** The key of a document in one index. */
export function indexKey(index: IndexInfo, document: JsonObject): string {
  let key = "";
  for (const path of index.fields) key += orderKey(fieldAt(document, path));
  return key;
}

/** The value at a field path; undefined when a step of the path is missing or not an object. */
export function fieldAt(document: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    // An encoded integer, float or byte string is an object with a `$` key, but has no fields.
    if (name.startsWith("$") || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
