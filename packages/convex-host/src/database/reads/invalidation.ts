import { keyPrefix, sharedPrefix } from "./key-prefix.ts";
import type { IndexKey } from "../tables/index-keys.ts";
import type { DocumentWrite } from "../state/layer.ts";
import type { KeyRange, ReadSet } from "./read-set.ts";

/** Finds the subscriptions that a write concerns, exactly: by document id and by index key range. */
export interface Invalidation<Token> {
  set(token: Token, reads: ReadSet): void;
  delete(token: Token): void;
  match(writes: readonly DocumentWrite[]): Set<Token>;
}

/** Creates an empty registry of subscriptions and their read sets. */
export function createInvalidation<Token>(): Invalidation<Token> {
  return new HashedInvalidation<Token>();
}

type Place = { index: number; fields: number; prefix: string; range: KeyRange };
type Entry = { documents: readonly string[]; places: readonly Place[] };

/**
 * Finds readers by hash: by document id, and by the equal fields that all keys of a range share. A write looks only at
 * the ranges that agree with it in these fields, so subscriptions to other things cost nothing.
 */
class HashedInvalidation<Token> implements Invalidation<Token> {
  readonly #entries = new Map<Token, Entry>();
  readonly #byDocument = new Map<string, Set<Token>>();
  readonly #byIndex = new Map<number, IndexReaders<Token>>();

  set(token: Token, reads: ReadSet): void {
    this.delete(token);
    const places = reads.ranges.filter(isNotEmpty).map(placeOf);
    const entry = { documents: [...reads.documents], places };
    this.#entries.set(token, entry);
    for (const id of entry.documents) getOrAdd(this.#byDocument, id, () => new Set()).add(token);
    for (const place of places) {
      getOrAdd(this.#byIndex, place.index, () => new IndexReaders<Token>()).add(token, place);
    }
  }

  delete(token: Token): void {
    const entry = this.#entries.get(token);
    if (entry === undefined) return;
    this.#entries.delete(token);
    for (const id of entry.documents) {
      const tokens = this.#byDocument.get(id);
      if (tokens?.delete(token) && tokens.size === 0) this.#byDocument.delete(id);
    }
    for (const place of entry.places) {
      const readers = this.#byIndex.get(place.index);
      if (readers?.delete(token, place)) this.#byIndex.delete(place.index);
    }
  }

  match(writes: readonly DocumentWrite[]): Set<Token> {
    const found = new Set<Token>();
    for (const write of writes) {
      for (const token of this.#byDocument.get(write.id) ?? []) found.add(token);
      for (const key of write.before) this.#match(key, found);
      for (const [at, key] of write.after.entries()) {
        if (!isSameKey(key, write.before[at])) this.#match(key, found);
      }
    }
    return found;
  }

  #match({ index, key }: IndexKey, found: Set<Token>): void {
    this.#byIndex.get(index)?.match(key, found);
  }
}

/** The read ranges of one index, grouped by the number of their shared fields and by these fields. */
class IndexReaders<Token> {
  readonly #byFields = new Map<number, Map<string, Map<Token, KeyRange[]>>>();

  add(token: Token, { fields, prefix, range }: Place): void {
    const byPrefix = getOrAdd(
      this.#byFields,
      fields,
      () => new Map<string, Map<Token, KeyRange[]>>(),
    );
    const byToken = getOrAdd(byPrefix, prefix, () => new Map<Token, KeyRange[]>());
    getOrAdd(byToken, token, () => []).push(range);
  }

  /** Removes the ranges of a token with this prefix; true when the index has no reader left. */
  delete(token: Token, { fields, prefix }: Place): boolean {
    const byPrefix = this.#byFields.get(fields);
    const byToken = byPrefix?.get(prefix);
    byToken?.delete(token);
    if (byToken?.size === 0) byPrefix?.delete(prefix);
    if (byPrefix?.size === 0) this.#byFields.delete(fields);
    return this.#byFields.size === 0;
  }

  match(key: string, found: Set<Token>): void {
    for (const [fields, byPrefix] of this.#byFields) {
      const prefix = keyPrefix(key, fields);
      const byToken = prefix === null ? undefined : byPrefix.get(prefix);
      if (byToken === undefined) continue;
      for (const [token, ranges] of byToken) {
        if (ranges.some((range) => contains(range, key))) found.add(token);
      }
    }
  }
}

function placeOf(range: KeyRange): Place {
  const { fields, bytes } = sharedPrefix(range.lower, range.upper);
  return { index: range.index, fields, prefix: bytes, range: { ...range } };
}

function isNotEmpty(range: KeyRange): boolean {
  return range.upper === null || range.lower < range.upper;
}

function contains(range: KeyRange, key: string): boolean {
  return key >= range.lower && (range.upper === null || key < range.upper);
}

function isSameKey(left: IndexKey, right: IndexKey | undefined): boolean {
  return right !== undefined && left.index === right.index && left.key === right.key;
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
