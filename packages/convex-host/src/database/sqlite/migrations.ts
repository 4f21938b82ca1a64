import { openSqlite, type Sqlite } from "./driver.ts";
import { searchTable } from "./search-statements.ts";

/** The SQLite application id, which tells files of this host from other SQLite files. */
const applicationId = 0x5475726e;

/** One script for each format version: the one at index 0 makes version 1 from an empty file. */
const scripts = [
  `
  CREATE TABLE documents (rid INTEGER PRIMARY KEY, size INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE TABLE index_rows (
    index_id INTEGER NOT NULL, key BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (index_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tables (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, document_type TEXT) STRICT;
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY, table_number INTEGER NOT NULL, name TEXT NOT NULL, fields TEXT NOT NULL,
    UNIQUE (table_number, name)
  ) STRICT;
  CREATE TABLE requests (
    seq INTEGER PRIMARY KEY, session_id TEXT NOT NULL, request_id INTEGER NOT NULL, caller TEXT NOT NULL,
    result TEXT NOT NULL, log_lines TEXT NOT NULL, ts INTEGER NOT NULL, created_ms INTEGER NOT NULL,
    UNIQUE (session_id, request_id)
  ) STRICT;
  CREATE TABLE meta (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1), ts INTEGER NOT NULL, creation_time REAL NOT NULL,
    next_table INTEGER NOT NULL, next_index INTEGER NOT NULL
  ) STRICT;
  INSERT INTO clock (id, ts, creation_time, next_table, next_index) VALUES (1, 0, 0, 10001, 1);
  `,
  // An answer names its client by a number and is found by its age. Unfinished jobs have a table of their own.
  `
  CREATE TABLE request_clients (
    id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, caller TEXT NOT NULL, UNIQUE (session_id, caller)
  ) STRICT;
  CREATE TABLE answers (
    client INTEGER NOT NULL, request_id INTEGER NOT NULL, ts INTEGER NOT NULL, hour INTEGER NOT NULL,
    result TEXT, log_lines TEXT, PRIMARY KEY (client, request_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO request_clients (session_id, caller)
    SELECT session_id, caller FROM requests GROUP BY session_id, caller;
  INSERT INTO answers (client, request_id, ts, hour, result, log_lines)
    SELECT c.id, r.request_id, r.ts, r.created_ms / 3600000, nullif(r.result, 'null'), nullif(r.log_lines, '[]')
    FROM requests r JOIN request_clients c ON c.session_id = r.session_id AND c.caller = r.caller
    ORDER BY c.id, r.request_id;
  CREATE INDEX answers_by_hour ON answers (hour);
  DROP TABLE requests;
  CREATE TABLE open_jobs (
    rid INTEGER PRIMARY KEY, id TEXT NOT NULL, state TEXT NOT NULL, scheduled_ms REAL NOT NULL
  ) STRICT;
  INSERT INTO open_jobs (rid, id, state, scheduled_ms)
    SELECT d.rid, d.json ->> '$._id', d.json ->> '$.state.kind', d.json ->> '$.scheduledTime'
    FROM tables t
    JOIN indexes i ON i.table_number = t.number AND i.name = 'by_id'
    JOIN index_rows r ON r.index_id = i.id
    JOIN documents d ON d.rid = r.rid
    WHERE t.name = '_scheduled_functions' AND d.json ->> '$.state.kind' IN ('pending', 'inProgress');
  `,
  // Long answers have a table of their own, because they are removed earlier; `answers` has an empty text in their
  // place.
  `
  CREATE TABLE large_answers (
    client INTEGER NOT NULL, request_id INTEGER NOT NULL, hour INTEGER NOT NULL, result TEXT NOT NULL,
    UNIQUE (client, request_id)
  ) STRICT;
  CREATE INDEX large_answers_by_hour ON large_answers (hour);
  `,
  // Search indexes; each has a full-text table of its own besides.
  `
  CREATE TABLE search_indexes (
    id INTEGER PRIMARY KEY, table_number INTEGER NOT NULL, name TEXT NOT NULL, search_field TEXT NOT NULL,
    filter_fields TEXT NOT NULL, UNIQUE (table_number, name)
  ) STRICT;
  `,
  // The commits that are not merged into the tables yet: one row for each flush.
  `
  CREATE TABLE recent_commits (ts INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  `,
];

/**
 * The first format with search indexes. Their scores still counted removed texts, so an upgrade drops these indexes.
 */
const formatWithRemovedTexts = 4;

/** The format this program reads and writes. */
export const formatVersion = scripts.length;

/** Brings a file to the current format. A newer or foreign file is refused and left as it is. */
export function migrate(sqlite: Sqlite, path: string): void {
  const version = versionOf(sqlite, path);
  if (version < formatVersion) upgrade(sqlite, version);
}

/** True when the schema of a file is exactly that of the current format. */
export function hasOwnSchema(sqlite: Sqlite): boolean {
  const fresh = openSqlite(":memory:");
  try {
    upgrade(fresh, 0);
    for (const [id] of sqlite.prepare("SELECT id FROM search_indexes").all())
      fresh.exec(searchTable(Number(id)));
    return schemaOf(sqlite) === schemaOf(fresh);
  } finally {
    fresh.close();
  }
}

function schemaOf(sqlite: Sqlite): string {
  const sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
  return JSON.stringify(sqlite.prepare(sql).all());
}

function versionOf(sqlite: Sqlite, path: string): number {
  const version = pragma(sqlite, "user_version");
  const application = pragma(sqlite, "application_id");
  const tables = Number(sqlite.prepare("SELECT count(*) FROM sqlite_schema").get()?.[0]);
  if (version === 0 && tables === 0) return 0;
  if (application !== applicationId) {
    throw new Error(`${path} is a database of another program`);
  }
  if (version > formatVersion) {
    throw new Error(
      `${path} has format ${version}, this version reads formats up to ${formatVersion}: start a newer version`,
    );
  }
  return version;
}

function upgrade(sqlite: Sqlite, from: number): void {
  sqlite.exec("BEGIN IMMEDIATE");
  try {
    for (const script of scripts.slice(from)) sqlite.exec(script);
    if (from === formatWithRemovedTexts) forgetSearches(sqlite);
    sqlite.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`);
    sqlite.exec("COMMIT");
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
    throw error;
  }
}

/** Drops the search indexes. The start builds them again from the documents. */
function forgetSearches(sqlite: Sqlite): void {
  for (const [id] of sqlite.prepare("SELECT id FROM search_indexes").all())
    sqlite.exec(`DROP TABLE search_${Number(id)}`);
  sqlite.exec("DELETE FROM search_indexes");
}

function pragma(sqlite: Sqlite, name: string): number {
  return Number(sqlite.prepare(`PRAGMA ${name}`).get()?.[0]);
}
