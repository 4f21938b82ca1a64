import { migrate } from "./migrations.ts";
import { openSqlite, StorageError, type Sqlite } from "./driver.ts";
import { toldByDisk } from "./unread.ts";
import { busyMs, ReadStatements, WriteStatements } from "./statements.ts";

export type StorageOptions = {
  /** False lets the operating system decide when to write: for tests that crash nothing. */
  durable: boolean;
};

/** Opens the one connection that writes, and migrates the file to the current format. */
export function openWriter(path: string, options: StorageOptions): WriteStatements {
  const sqlite = openSqlite(path);
  try {
    sqlite.exec(`PRAGMA busy_timeout = ${busyMs}`);
    migrateInWal(sqlite, path, options);
    requireWritable(sqlite);
    return new WriteStatements(sqlite);
  } catch (error) {
    sqlite.close();
    throw namingFile(error, path);
  }
}

/** The error to show for a failed start. SQLite's message for a damaged file or a full or failing disk does not name it. */
export function namingFile(given: unknown, path: string): unknown {
  const error = toldByDisk(given, path);
  if (!(error instanceof StorageError)) return error;
  if (error.code === "SQLITE_IOERR_SHMSIZE")
    return new Error(`The disk of ${path} is full or fails: make room, a few megabytes at least.`, {
      cause: error,
    });
  if (error.code === "SQLITE_FULL")
    return new Error(`The disk of ${path} is full: make room, a few megabytes at least.`, {
      cause: error,
    });
  if (failureCodes.test(error.code))
    return new Error(`The disk of ${path} fails: ${error.message}`, { cause: error });
  if (!damageCodes.has(error.code)) return error;
  // A read that failed once, and works again, looks like damage too.
  const advice = error.code === "SQLITE_CORRUPT" ? `. ${beforeRestore}` : "";
  return new Error(`${path} is damaged or not a database: ${error.message}${advice}`, {
    cause: error,
  });
}

const beforeRestore =
  "Start again, and look for errors of the disk in the log of the system, before you restore a backup.";
const failureCodes = /^SQLITE_(IOERR|READONLY|CANTOPEN)/;
const damageCodes = new Set(["SQLITE_NOTADB", "SQLITE_CORRUPT"]);

/** Opens a connection that only reads. */
export function openReader(path: string): ReadStatements {
  const sqlite = openSqlite(path);
  try {
    sqlite.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA query_only = ON`);
    return new ReadStatements(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * Throws when SQLite has opened the file or the index of its log for reading alone, as it does with a file that belongs
 * to another account. It would refuse all changes for as long as the connection is open. A full disk does not matter.
 */
function requireWritable(sqlite: Sqlite): void {
  sqlite.exec("BEGIN IMMEDIATE; ROLLBACK");
}

function migrateInWal(sqlite: Sqlite, path: string, options: StorageOptions): void {
  sqlite.exec(`PRAGMA synchronous = ${options.durable ? "FULL" : "OFF"}`);
  migrate(sqlite, path);
  sqlite.prepare("PRAGMA journal_mode = WAL").get();
  // Bounds the size in bytes of the log file that stays after a burst of writes.
  sqlite.exec("PRAGMA journal_size_limit = 67108864");
}
