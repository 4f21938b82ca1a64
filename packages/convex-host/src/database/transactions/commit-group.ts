import type { WriteStatements } from "../sqlite/statements.ts";
import { keyToBytes } from "../../values/order-key.ts";
import { changedEntries } from "../search/search-entries.ts";
import type { SearchChange } from "../sqlite/search-statements.ts";
import type { TableInfo, TableSet } from "../tables/catalog.ts";
import { Layer, type DocumentChange, type DocumentWrite } from "../state/layer.ts";
import { noteOpenJob } from "../state/open-jobs.ts";
import { tableNameKey } from "../reads/read-set.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { IndexKey } from "../tables/index-keys.ts";
import type { RequestRecord } from "./request-log.ts";

/**
 * Commits that reach the disk in one flush. Transactions that begin later see them at once, snapshots only after the
 * flush.
 */
export class CommitGroup {
  readonly ts: Timestamp;
  readonly layer = new Layer();
  readonly #requests = new Map<string, RequestRecord>();
  #requestsWeight = 0;
  /** Settles with the flush. All callers that committed in this group await it. */
  readonly flushed: Promise<Timestamp>;
  readonly #tablesBefore: TableSet;
  tables: TableSet;
  #settle!: { resolve: (ts: Timestamp) => void; reject: (error: Error) => void };

  constructor(ts: Timestamp, tables: TableSet) {
    this.ts = ts;
    this.tables = tables;
    this.#tablesBefore = tables;
    this.flushed = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    // Callers that wait get the rejection. Without this handler, a group without waiting callers would end the process.
    this.flushed.catch(() => undefined);
  }

  get requests(): Iterable<RequestRecord> {
    return this.#requests.values();
  }

  /** The approximate cost of a flush of this group: one for each written row, and one for each page of text. */
  get weight(): number {
    return this.layer.weight + this.#requestsWeight;
  }

  request(sessionId: string, requestId: number): RequestRecord | undefined {
    return this.#requests.get(requestKey({ sessionId, requestId }));
  }

  addRequest(record: RequestRecord): void {
    this.#requests.set(requestKey(record), record);
    const { result, logLines } = record;
    const length = logLines.reduce((sum, line) => sum + line.length, result.length);
    this.#requestsWeight += 1 + (length >> 12);
  }

  resolve(): void {
    this.#settle.resolve(this.ts);
  }

  reject(error: Error): void {
    this.#settle.reject(error);
  }

  /** The tables that this group creates. */
  get newTables(): TableInfo[] {
    if (this.tables === this.#tablesBefore) return [];
    return [...this.tables.all].filter((table) => this.#tablesBefore.byName(table.name) === null);
  }

  /** The changes of the group, for the commit listeners. */
  writes(): DocumentWrite[] {
    const writes: DocumentWrite[] = this.newTables.map(({ name }) => tableCreation(name));
    for (const change of this.layer.changes) {
      const { id, table, before, after } = change;
      const keys = [...(after?.keys ?? []), ...searchKeys(change)];
      writes.push({ id, table: table.name, before, after: keys });
    }
    return writes;
  }
}

/** The write that tells readers of a missing table that it exists now. */
export function tableCreation(name: string): DocumentWrite {
  return { id: "", table: name, before: [], after: [tableNameKey(name)] };
}

/** Puts the definition of a table and of its indexes on disk. */
export function storeTable(statements: WriteStatements, table: TableInfo): void {
  statements.putTable.run(
    table.number,
    table.name,
    table.validator === null ? null : JSON.stringify(table.validator),
  );
  for (const index of table.indexes.values()) {
    const fields = index.fields.map((path) => path.join("."));
    statements.insertIndex.run(index.id, table.number, index.name, JSON.stringify(fields));
  }
  for (const { id, name, searchPath, filterPaths } of table.searchIndexes.values()) {
    const filterFields = filterPaths.map((path) => path.join("."));
    statements.insertSearchIndex.run(
      ...[id, table.number, name, searchPath.join("."), JSON.stringify(filterFields)],
    );
    statements.searches.create(id);
  }
}

/** Puts the changes of a layer on disk: documents and index rows. Runs inside of one SQLite transaction. */
export function storeLayer(statements: WriteStatements, layer: Layer): void {
  for (const change of layer.changes) {
    storeChange(statements, change);
    noteOpenJob(statements, change);
  }
}

function storeChange(statements: WriteStatements, change: DocumentChange): void {
  const { before, after, rid } = change;
  if (after === null) {
    statements.deleteDocument.run(rid);
  } else if (before.length === 0) {
    statements.insertDocument.run(rid, after.document.size, after.document.json);
  } else {
    statements.updateDocument.run(after.document.size, after.document.json, rid);
  }
  const kept = after?.keys ?? [];
  for (const { index, key } of missingFrom(kept, before)) {
    statements.deleteKey.run(index, keyToBytes(key));
  }
  for (const { index, key } of missingFrom(before, kept)) {
    statements.insertKey.run(index, keyToBytes(key), rid);
  }
  for (const entry of searchChanges(change)) statements.searches.store({ rid, ...entry });
}

export function searchChanges({ entriesBefore, after }: DocumentChange): SearchChange[] {
  return changedEntries(entriesBefore, after?.entries ?? []);
}

/** A search index has a single key, because a search depends on every text of the index. */
function searchKeys(change: DocumentChange): IndexKey[] {
  return searchChanges(change).map(({ index }) => ({ index, key: "" }));
}

/** The keys that are not among the others. Both lists name the same indexes in the same order, or one is empty. */
function missingFrom(others: readonly IndexKey[], keys: readonly IndexKey[]): IndexKey[] {
  return keys.filter(({ index, key }, at) => {
    const other = others[at];
    return other?.index !== index || other.key !== key;
  });
}

/** The map key of a request. */
export function requestKey({
  sessionId,
  requestId,
}: {
  sessionId: string;
  requestId: number;
}): string {
  return `${requestId} ${sessionId}`;
}
