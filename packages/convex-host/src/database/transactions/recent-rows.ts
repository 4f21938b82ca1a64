import type { Timestamp } from "../../values/timestamp.ts";
import type { JsonObject } from "../../values/json.ts";
import { searchEntries } from "../search/search-entries.ts";
import { StorageError } from "../sqlite/driver.ts";
import type { WriteStatements } from "../sqlite/statements.ts";
import { type DocumentChange, Layer } from "../state/layer.ts";
import { indexKeys } from "../tables/index-keys.ts";
import type { TableInfo, TableSet } from "../tables/catalog.ts";
import { readTables } from "./load-tables.ts";
import { type CommitGroup, searchChanges, storeLayer } from "./commit-group.ts";
import { RequestLog, type RequestRecord } from "./request-log.ts";

/** A group of a larger weight goes into the tables at once. */
const largestRecent = 64;

/** The contents of a row: the writes of one flush. The JSON text of a deleted document is null. */
type RecentRow = {
  nowMs: number;
  creationTime: number;
  changes: [rid: number, table: number, id: string, size: number, json: string | null][];
  requests: readonly RequestRecord[];
};

/**
 * True when a group may be stored as a row of its own: it changes only documents. Search indexes and the list of open
 * jobs have their own tables and are read there, so a change of these goes into the tables at once.
 */
export function mayBeRecent(group: CommitGroup): boolean {
  if (group.weight > largestRecent || group.newTables.length > 0) return false;
  for (const change of group.layer.changes) {
    if (change.table.name === "_scheduled_functions") return false;
    if (searchChanges(change).length > 0) return false;
  }
  return true;
}

/** Writes the row of a group. */
export function storeRow(
  statements: WriteStatements,
  group: CommitGroup,
  { nowMs, creationTime }: { nowMs: number; creationTime: number },
): void {
  const changes: RecentRow["changes"] = [];
  for (const { rid, table, id, after } of group.layer.changes) {
    const { size, json } = after?.document ?? { size: 0, json: null };
    changes.push([rid, table.number, id, size, json]);
  }
  const row: RecentRow = { nowMs, creationTime, changes, requests: [...group.requests] };
  statements.insertRecent.run(group.ts, JSON.stringify(row));
}

/** The commits of one row that an earlier process did not merge. */
export type LeftCommits = {
  ts: Timestamp;
  nowMs: number;
  creationTime: number;
  layer: Layer;
  requests: readonly RequestRecord[];
  weight: number;
};

/** Merges the rows that an earlier process left behind into the tables. */
export function mergeLeftRows(statements: WriteStatements): void {
  if (statements.newest.get()![1] === null) return;
  statements.transaction(() => {
    // The rows are read in the same transaction, because another process may be about to merge them too.
    for (const { ts, nowMs, creationTime, layer, requests } of readLeftRows(statements)) {
      storeLayer(statements, layer);
      new RequestLog(statements).store(requests, { ts, nowMs });
      const [, , nextTable, nextIndex] = statements.clock.get()!;
      statements.setClock.run(ts, creationTime, nextTable!, nextIndex!);
    }
    statements.clearRecent.run();
  });
}

/**
 * Merges the rows at a start. On a full disk it returns the commits instead: they stay above the tables, and the host
 * can start.
 */
export function mergeOrReadLeftRows(statements: WriteStatements): LeftCommits[] {
  try {
    mergeLeftRows(statements);
    return [];
  } catch (error) {
    if (!(error instanceof StorageError) || !fullDiskCodes.test(error.code)) throw error;
    return readLeftRows(statements);
  }
}

/** The highest row id of a document, in the tables or above them. */
export function lastRid(statements: WriteStatements, left: readonly LeftCommits[]): number {
  const stored = Number(statements.lastRid.get()![0] ?? 0);
  const above = left.flatMap(({ layer }) => [...layer.changes].map(({ rid }) => rid));
  return Math.max(stored, ...above);
}

const corrupt = "SQLITE_CORRUPT";
const fullDiskCodes = /^SQLITE_(FULL|IOERR)/;

function readLeftRows(statements: WriteStatements): LeftCommits[] {
  const tables = readTables(statements);
  // The JSON texts of documents after the rows so far, by row id.
  const above = new Map<number, string | null>();
  const textOf = (rid: number) => {
    const changed = above.get(rid);
    if (changed !== undefined) return changed;
    return (statements.documentByRid.get(rid)?.[1] as string | undefined) ?? null;
  };
  return statements.recent.all().map(([ts, text]) => {
    try {
      const { nowMs, creationTime, changes, requests } = JSON.parse(text as string) as RecentRow;
      const layer = new Layer();
      for (const change of changes) {
        const [rid, , , , json] = change;
        layer.put(changeOf(change, { tables, textBefore: textOf(rid) }));
        above.set(rid, json);
      }
      const weight = layer.weight + requests.length;
      return { ts: ts as Timestamp, nowMs, creationTime, layer, requests, weight };
    } catch (error) {
      if (error instanceof StorageError) throw error;
      // SQLite does not check the contents of the text. The cause is left out, because it would repeat a part of the
      // data.
      throw new StorageError(`the commit ${String(ts)} cannot be read`, corrupt);
    }
  });
}

function changeOf(
  [rid, number, id, size, json]: RecentRow["changes"][number],
  { tables, textBefore }: { tables: TableSet; textBefore: string | null },
): DocumentChange {
  const table = tables.byNumber(number);
  if (table === null) throw new Error(`there is no table ${number}`);
  const placesOf = (text: string | null) => (text === null ? null : placesIn(table, { id, text }));
  const before = placesOf(textBefore);
  const placesAfter = placesOf(json);
  const after =
    json === null || placesAfter === null
      ? null
      : { document: { rid, size, json }, ...placesAfter };
  return {
    ...{ id, table, rid, after },
    ...{ before: before?.keys ?? [], entriesBefore: before?.entries ?? [] },
  };
}

function placesIn(table: TableInfo, { id, text }: { id: string; text: string }) {
  const document = JSON.parse(text) as JsonObject;
  if (document["_id"] !== id) throw new Error(`the document ${id} stands in the place of another`);
  return { keys: indexKeys(table, document), entries: searchEntries(table, document) };
}
