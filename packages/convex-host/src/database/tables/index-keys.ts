import type { Json, JsonObject } from "../../values/json.ts";
import { orderKey } from "../../values/order-key.ts";
import type { IndexInfo, TableInfo } from "./catalog.ts";

export type IndexKey = { index: number; key: string };

/** The keys of a document in every index of its table. */
export function indexKeys(table: TableInfo, document: JsonObject): IndexKey[] {
  const keys: IndexKey[] = [];
  for (const index of table.indexes.values()) {
    keys.push({ index: index.id, key: indexKey(index, document) });
  }
  return keys;
}

/** The key of a document in one index. */
export function indexKey(index: IndexInfo, document: JsonObject): string {
  let key = "";
  for (const path of index.fields) key += orderKey(fieldAt(document, path));
  return key;
}

/** The value at a field path; undefined when a step of it is missing or no object. */
export function fieldAt(document: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    // An encoded integer, float or bytes is no object with fields.
    if (name.startsWith("$") || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
