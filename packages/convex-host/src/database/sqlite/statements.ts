import { AnswerStatements } from "./answer-statements.ts";
import type { Sqlite, Statement } from "./driver.ts";
import { SearchStatements } from "./search-statements.ts";

/** The time in milliseconds for which a connection waits for a lock of another one. */
export const busyMs = 250;

export type Direction = "ASC" | "DESC";
/** A range of one index, lower <= key < upper, and the most rows to read. */
export type Scan = { index: number; lower: Buffer; upper: Buffer; limit: number };
/** A row of an index: its key, in hexadecimal because the driver makes a text sooner than bytes, and its document. */
export type IndexRow = [key: string, rid: number, size: number, json: string];

/** The most rows that are read as one text. A document of 1 MB may be several times as long within another text. */
const mostFew = 4;

/** Every statement that reads, prepared once for one connection. */
export class ReadStatements {
  readonly #sqlite: Sqlite;
  readonly clock: Statement;
  readonly document: Statement;
  readonly #scans: Record<Direction, { few: Statement; many: Statement }>;
  readonly countKeys: Statement;
  readonly documentByRid: Statement;
  readonly searches: SearchStatements;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
    this.clock = sqlite.prepare("SELECT ts, creation_time, next_table, next_index FROM clock", {
      bigint: true,
    });
    this.document = sqlite.prepare(
      `SELECT d.rid, d.size, d.json FROM index_rows i JOIN documents d ON d.rid = i.rid
       WHERE i.index_id = ? AND i.key = ?`,
    );
    const scans = (direction: Direction) => ({
      few: sqlite.prepare(inOneRow(scan(direction))),
      many: sqlite.prepare(scan(direction)),
    });
    this.#scans = { ASC: scans("ASC"), DESC: scans("DESC") };
    this.countKeys = sqlite.prepare("SELECT count(*) FROM index_rows WHERE index_id = ?");
    this.documentByRid = sqlite.prepare("SELECT size, json FROM documents WHERE rid = ?");
    this.searches = new SearchStatements(sqlite);
  }

  /** The first `limit` rows of a range of one index. */
  rows(direction: Direction, { index, lower, upper, limit }: Scan): IndexRow[] {
    const { few, many } = this.#scans[direction];
    if (limit > mostFew) return many.all(index, lower, upper, limit) as unknown as IndexRow[];
    const [rows] = few.get(index, lower, upper, limit)!;
    return JSON.parse(rows as string) as IndexRow[];
  }

  begin(): void {
    this.#sqlite.exec("BEGIN");
  }

  end(): void {
    if (this.#sqlite.inTransaction) this.#sqlite.exec("COMMIT");
  }

  /** Frees the memory of the page cache of this connection. */
  forgetPages(): void {
    this.#sqlite.exec("PRAGMA shrink_memory");
  }

  close(): void {
    this.#sqlite.close();
  }
}

/** Every statement that writes, prepared once for the one connection that writes. */
export class WriteStatements extends ReadStatements {
  readonly #sqlite: Sqlite;
  readonly lastRid: Statement;
  readonly tables: Statement;
  readonly indexes: Statement;
  readonly searchIndexes: Statement;
  readonly insertDocument: Statement;
  readonly updateDocument: Statement;
  readonly deleteDocument: Statement;
  readonly insertKey: Statement;
  readonly deleteKey: Statement;
  readonly putTable: Statement;
  readonly insertIndex: Statement;
  readonly insertSearchIndex: Statement;
  readonly deleteIndex: Statement;
  readonly deleteSearchIndex: Statement;
  readonly deleteIndexRows: Statement;
  readonly deleteDocumentsOf: Statement;
  readonly deleteTable: Statement;
  readonly setClock: Statement;
  readonly answers: AnswerStatements;
  readonly openJobs: Statement;
  readonly putOpenJob: Statement;
  readonly deleteOpenJob: Statement;
  readonly getMeta: Statement;
  readonly setMeta: Statement;
  readonly removeMeta: Statement;
  readonly dataVersion: Statement;
  readonly insertRecent: Statement;
  readonly recent: Statement;
  readonly clearRecent: Statement;
  readonly newest: Statement;
  readonly emptyWal: Statement;

  constructor(sqlite: Sqlite) {
    super(sqlite);
    this.#sqlite = sqlite;
    this.lastRid = sqlite.prepare("SELECT max(rid) FROM documents");
    this.tables = sqlite.prepare("SELECT number, name, document_type FROM tables ORDER BY number");
    this.indexes = sqlite.prepare("SELECT id, table_number, name, fields FROM indexes ORDER BY id");
    this.searchIndexes = sqlite.prepare(
      "SELECT id, table_number, name, search_field, filter_fields FROM search_indexes ORDER BY id",
    );
    this.insertDocument = sqlite.prepare(
      "INSERT INTO documents (rid, size, json) VALUES (?, ?, ?)",
    );
    this.updateDocument = sqlite.prepare("UPDATE documents SET size = ?, json = ? WHERE rid = ?");
    this.deleteDocument = sqlite.prepare("DELETE FROM documents WHERE rid = ?");
    this.insertKey = sqlite.prepare("INSERT INTO index_rows (index_id, key, rid) VALUES (?, ?, ?)");
    this.deleteKey = sqlite.prepare("DELETE FROM index_rows WHERE index_id = ? AND key = ?");
    this.putTable = sqlite.prepare(
      `INSERT INTO tables (number, name, document_type) VALUES (?, ?, ?)
       ON CONFLICT (number) DO UPDATE SET document_type = excluded.document_type`,
    );
    this.insertIndex = sqlite.prepare(
      "INSERT INTO indexes (id, table_number, name, fields) VALUES (?, ?, ?, ?)",
    );
    this.insertSearchIndex = sqlite.prepare(
      "INSERT INTO search_indexes (id, table_number, name, search_field, filter_fields) VALUES (?, ?, ?, ?, ?)",
    );
    this.deleteSearchIndex = sqlite.prepare("DELETE FROM search_indexes WHERE id = ?");
    this.deleteIndex = sqlite.prepare("DELETE FROM indexes WHERE id = ?");
    this.deleteIndexRows = sqlite.prepare("DELETE FROM index_rows WHERE index_id = ?");
    this.deleteDocumentsOf = sqlite.prepare(
      "DELETE FROM documents WHERE rid IN (SELECT rid FROM index_rows WHERE index_id = ?)",
    );
    this.deleteTable = sqlite.prepare("DELETE FROM tables WHERE number = ?");
    this.setClock = sqlite.prepare(
      "UPDATE clock SET ts = ?, creation_time = ?, next_table = ?, next_index = ? WHERE id = 1",
    );
    this.answers = new AnswerStatements(sqlite);
    this.openJobs = sqlite.prepare(
      "SELECT rid, id, state, scheduled_ms FROM open_jobs WHERE rid > ? ORDER BY rid LIMIT ?",
    );
    this.putOpenJob = sqlite.prepare(
      "INSERT OR REPLACE INTO open_jobs (rid, id, state, scheduled_ms) VALUES (?, ?, ?, ?)",
    );
    this.deleteOpenJob = sqlite.prepare("DELETE FROM open_jobs WHERE rid = ?");
    this.getMeta = sqlite.prepare("SELECT text FROM meta WHERE name = ?");
    this.removeMeta = sqlite.prepare("DELETE FROM meta WHERE name = ?");
    this.setMeta = sqlite.prepare(
      "INSERT INTO meta (name, text) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text",
    );
    this.dataVersion = sqlite.prepare("PRAGMA data_version");
    this.insertRecent = sqlite.prepare("INSERT INTO recent_commits (ts, text) VALUES (?, ?)");
    this.recent = sqlite.prepare("SELECT ts, text FROM recent_commits ORDER BY ts", {
      bigint: true,
    });
    this.clearRecent = sqlite.prepare("DELETE FROM recent_commits");
    this.emptyWal = sqlite.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
    this.newest = sqlite.prepare("SELECT ts, (SELECT max(ts) FROM recent_commits) FROM clock", {
      bigint: true,
    });
  }

  /** Moves the whole log into the database file and truncates it; false while another connection reads from it. */
  emptyLog(): boolean {
    this.#sqlite.exec("PRAGMA busy_timeout = 0");
    try {
      return Number(this.emptyWal.get()?.[0]) === 0;
    } finally {
      this.#sqlite.exec(`PRAGMA busy_timeout = ${busyMs}`);
    }
  }

  /** Runs synchronous work as one transaction: all of it is on disk on return, none of it after a throw. */
  transaction<T>(work: () => T): T {
    this.#sqlite.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#sqlite.exec("COMMIT");
      return result;
    } catch (error) {
      // SQLite has rolled back already after some errors, such as a full disk.
      if (this.#sqlite.inTransaction) this.#sqlite.exec("ROLLBACK");
      throw error;
    }
  }
}

function scan(direction: Direction): string {
  return `SELECT hex(i.key) AS key, d.rid, d.size, d.json FROM index_rows i
    JOIN documents d ON d.rid = i.rid
    WHERE i.index_id = ? AND i.key >= ? AND i.key < ? ORDER BY i.key ${direction} LIMIT ?`;
}

/** The same rows as one text. The driver begins a list of rows in more time than SQLite takes to find a few of them. */
function inOneRow(scan: string): string {
  return `SELECT json_group_array(json_array(key, rid, size, json)) FROM (${scan})`;
}
