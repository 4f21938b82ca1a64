import type { Timestamp } from "../../values/timestamp.ts";
import type { JsonObject } from "../../values/json.ts";
import { searchEntries } from "../search/search-entries.ts";
import type { WriteStatements } from "../sqlite/statements.ts";
import type { DocumentChange } from "../state/layer.ts";
import { indexKeys } from "../tables/index-keys.ts";
import type { TableInfo, TableSet } from "../tables/catalog.ts";
import { readTables } from "./load-tables.ts";
import { type CommitGroup, searchChanges, storeChange } from "./commit-group.ts";
import { RequestLog, type RequestRecord } from "./request-log.ts";

/** A larger group goes into the tables at once. */
const largestRecent = 64;

/** The contents of a row: what one flush wrote. A change is without a document where that is gone. */
type RecentRow = {
  nowMs: number;
  creationTime: number;
  changes: [rid: number, table: number, id: string, size: number, json: string | null][];
  requests: readonly RequestRecord[];
};

/**
 * True when a group may be kept in a row of its own: it changes documents alone. What has tables beside theirs, search indexes
 * and the list of the open jobs, is read there.
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

/** Puts the rows that an earlier process left behind into the tables, as that process would have done. */
export function mergeLeftRows(statements: WriteStatements): void {
  const rows = statements.recent.all();
  if (rows.length === 0) return;
  const tables = readTables(statements);
  statements.transaction(() => {
    for (const [ts, text] of rows)
      mergeRow(ts as Timestamp, JSON.parse(text as string) as RecentRow, { statements, tables });
    statements.clearRecent.run();
  });
}

type Place = { statements: WriteStatements; tables: TableSet };

function mergeRow(ts: Timestamp, row: RecentRow, { statements, tables }: Place): void {
  for (const change of row.changes) storeChange(statements, changeOf(change, statements, tables));
  new RequestLog(statements).store(row.requests, { ts, nowMs: row.nowMs });
  const [, , nextTable, nextIndex] = statements.clock.get()!;
  statements.setClock.run(ts, row.creationTime, nextTable!, nextIndex!);
}

function changeOf(
  [rid, number, id, size, json]: RecentRow["changes"][number],
  statements: WriteStatements,
  tables: TableSet,
): DocumentChange {
  const table = tables.byNumber(number);
  if (table === null) throw new Error(`A commit names the table ${number}, which does not exist`);
  const stored = statements.documentByRid.get(rid);
  const before = stored === null ? null : placesIn(table, stored[1] as string);
  const after = json === null ? null : { document: { rid, size, json }, ...placesIn(table, json) };
  return {
    ...{ id, table, rid, after },
    ...{ before: before?.keys ?? [], entriesBefore: before?.entries ?? [] },
  };
}

function placesIn(table: TableInfo, json: string) {
  const document = JSON.parse(json) as JsonObject;
  return { keys: indexKeys(table, document), entries: searchEntries(table, document) };
}
