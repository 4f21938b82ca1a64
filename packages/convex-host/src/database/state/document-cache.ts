import type { DocumentChange, StoredDocument } from "./layer.ts";
import type { CachedDocuments } from "./state-view.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/** Bytes of documents in one half of the cache; the older half is dropped when the newer one is full. */
const halfBytes = 2 << 20;
/**
 * The size in bytes of the largest cached document. Larger ones are seldom read by id twice and would evict many small
 * ones.
 */
const largestDocument = 16 << 10;

type Entry = { document: StoredDocument; since: Timestamp };

/**
 * A cache of documents on disk, by id: most documents that functions read by id (the session, the person) are the same
 * from call to call. An entry stores the commit since which it holds, so that an earlier snapshot never sees it.
 */
export class DocumentCache {
  #latest: Timestamp;
  #newer = new Map<string, Entry>();
  #older = new Map<string, Entry>();
  #newerBytes = 0;

  /** Starts empty. `latest` is the last commit on disk. */
  constructor(latest: Timestamp) {
    this.#latest = latest;
  }

  /** The newest state on disk at the time of each call. */
  readonly newest: CachedDocuments = {
    find: (id) => this.#find(id)?.document,
    keep: (id, document) => this.#keep(id, document),
  };

  /** The state that a snapshot at this commit holds. */
  at(ts: Timestamp): CachedDocuments {
    return {
      find: (id) => {
        const entry = this.#find(id);
        return entry !== undefined && entry.since <= ts ? entry.document : undefined;
      },
      keep: (id, document) => {
        if (ts >= this.#latest) this.#keep(id, document);
      },
    };
  }

  /** Updates the cache after a flush: these changes are on disk as of this commit. */
  apply(changes: Iterable<DocumentChange>, ts: Timestamp): void {
    this.#latest = ts;
    for (const { id, after } of changes) {
      const isKnown = this.#forget(id);
      if (isKnown && after !== null) this.#keep(id, after.document);
    }
  }

  #find(id: string): Entry | undefined {
    const entry = this.#newer.get(id);
    if (entry !== undefined) return entry;
    const older = this.#older.get(id);
    if (older !== undefined) this.#add(id, older);
    return older;
  }

  #keep(id: string, document: StoredDocument): void {
    if (document.size <= largestDocument) this.#add(id, { document, since: this.#latest });
  }

  #add(id: string, entry: Entry): void {
    this.#forget(id);
    if (this.#newerBytes + entry.document.size > halfBytes) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#newerBytes = 0;
    }
    this.#newer.set(id, entry);
    this.#newerBytes += entry.document.size;
  }

  #forget(id: string): boolean {
    const entry = this.#newer.get(id);
    if (entry === undefined) return this.#older.delete(id);
    this.#newer.delete(id);
    this.#newerBytes -= entry.document.size;
    return true;
  }
}
