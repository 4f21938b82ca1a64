import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../../values/json.ts";
import { keyToBytes, orderKey } from "../../values/order-key.ts";
import type { SearchChange, SearchEntry } from "../sqlite/search-statements.ts";
import type { SearchIndexInfo, TableInfo } from "../tables/catalog.ts";
import { fieldAt } from "../tables/index-keys.ts";

const noEntries: readonly SearchEntry[] = [];

/** The entries of a document in every search index of its table. A document without a text at the field has none. */
export function searchEntries(table: TableInfo, document: JsonObject): readonly SearchEntry[] {
  if (table.searchIndexes.size === 0) return noEntries;
  return [...table.searchIndexes.values()].flatMap((index) => searchEntry(index, document) ?? []);
}

/** The entry of a document in one search index. */
export function searchEntry(index: SearchIndexInfo, document: JsonObject): SearchEntry | null {
  const text = fieldAt(document, index.searchPath);
  if (typeof text !== "string") return null;
  const filters = index.filterPaths.map((path, at) => filterWord(at, fieldAt(document, path)));
  return { index: index.id, text, filters: filters.join(" ") };
}

/** The word that stands for a value of a filter field: short, of ASCII letters and digits, whatever the value. */
export function filterWord(at: number, value: Json | undefined): string {
  return `f${at}x${digestOf(orderKey(value))}`;
}

// A cache of digests: many documents have the same few values, and each write computes those before and after it.
const digests = new Map<string, string>();
const mostDigests = 2_000;
const longestKey = 100;

function digestOf(key: string): string {
  const known = digests.get(key);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(keyToBytes(key)).digest("hex").slice(0, 32);
  if (key.length > longestKey) return digest;
  if (digests.size >= mostDigests) digests.clear();
  digests.set(key, digest);
  return digest;
}

/** The differences between the entries of a document before and after a change. */
export function changedEntries(
  before: readonly SearchEntry[],
  after: readonly SearchEntry[],
): SearchChange[] {
  if (before.length === 0 && after.length === 0) return [];
  const indexes = new Set([...before, ...after].map(({ index }) => index));
  return [...indexes].flatMap((index) => {
    const old = before.find((entry) => entry.index === index) ?? null;
    const kept = after.find((entry) => entry.index === index) ?? null;
    const isSame = old?.text === kept?.text && old?.filters === kept?.filters;
    return isSame ? [] : [{ index, before: old, after: kept }];
  });
}
