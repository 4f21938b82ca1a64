import type { Timestamp } from "../../values/timestamp.ts";
import type { IndexInfo, TableInfo } from "../tables/catalog.ts";
import type { SearchEntry } from "../sqlite/search-statements.ts";
import { SortedEntries } from "./sorted-entries.ts";
import type { IndexKey } from "../tables/index-keys.ts";

/** One document's change: its id, its table, and its keys before and after in every index of the table. */
export type DocumentWrite = {
  id: string;
  table: string;
  before: readonly IndexKey[];
  after: readonly IndexKey[];
};

/** Commits of one flush, oldest first. */
export type FlushedCommits = { ts: Timestamp; writes: readonly DocumentWrite[] };

/** A document as stored: its JSON text is the canonical text, with the system fields. */
export type StoredDocument = { rid: number; size: number; json: string };

/** One document's change in a layer: its index keys below the layer, and the document above it. */
export type DocumentChange = {
  id: string;
  table: TableInfo;
  rid: number;
  /** Empty when the document does not exist below the layer. */
  before: readonly IndexKey[];
  /** The entries of the table's search indexes below the layer. */
  entriesBefore: readonly SearchEntry[];
  /** Null when the change deletes the document. */
  after: {
    document: StoredDocument;
    keys: readonly IndexKey[];
    entries: readonly SearchEntry[];
  } | null;
};

type Entries = SortedEntries<StoredDocument | null>;

/** A set of changes over a state, which stays as it is. Layers lie over layers. */
export class Layer {
  readonly #changes = new Map<string, DocumentChange>();
  readonly #tables = new Set<string>();
  /**
   * The sorted entries of each index that was read. They are built on demand, because most indexes that a commit
   * changes are not read in this layer.
   */
  readonly #entries = new Map<number, Entries>();
  #weight = 0;

  get changes(): Iterable<DocumentChange> {
    return this.#changes.values();
  }

  get isEmpty(): boolean {
    return this.#changes.size === 0;
  }

  /** The approximate cost of a flush: one for each change, and one for each page of text. */
  get weight(): number {
    return this.#weight;
  }

  change(id: string): DocumentChange | undefined {
    return this.#changes.get(id);
  }

  /** The entries of one index: a document, or null where the layer hides one. */
  entries(index: IndexInfo): Entries | undefined {
    if (!this.#tables.has(index.table)) return undefined;
    const known = this.#entries.get(index.id);
    if (known !== undefined) return known;
    const entries = this.#entriesOf(index);
    this.#entries.set(index.id, entries);
    return entries;
  }

  /** Adds a change; `change.before` is what was visible through this layer until now. */
  put(change: DocumentChange): void {
    const { id, table, before, after } = change;
    const old = this.#changes.get(id);
    const first =
      old === undefined
        ? change
        : { ...change, before: old.before, entriesBefore: old.entriesBefore };
    if (first.before.length === 0 && first.after === null) this.#changes.delete(id);
    else this.#changes.set(id, first);
    this.#tables.add(table.name);
    if (this.#entries.size > 0) {
      for (const { index, key } of before) this.#entries.get(index)?.set(key, null);
      for (const { index, key } of after?.keys ?? [])
        this.#entries.get(index)?.set(key, after!.document);
    }
    this.#weight += 1 + ((after?.document.size ?? 0) >> 12);
  }

  /** Adds all changes of the layer directly above. */
  absorb(above: Layer): void {
    for (const change of above.#changes.values()) this.put(change);
  }

  #entriesOf(index: IndexInfo): Entries {
    const entries: [string, StoredDocument | null][] = [];
    for (const { table, before, after } of this.#changes.values()) {
      if (table.name !== index.table) continue;
      const old = keyIn(index, before);
      const kept = after === null ? undefined : keyIn(index, after.keys);
      if (old !== undefined && old !== kept) entries.push([old, null]);
      if (kept !== undefined) entries.push([kept, after!.document]);
    }
    return new SortedEntries(entries);
  }
}

function keyIn({ id }: IndexInfo, keys: readonly IndexKey[]): string | undefined {
  return keys.find(({ index }) => index === id)?.key;
}
