import { rmSync } from "node:fs";
import { openSqlite } from "./driver.ts";

/**
 * Moves the write-ahead log into the database file and removes the log files. No connection may be in use: a closed one
 * keeps its log until the garbage collector frees its statements. Throws when the file is in use.
 */
export function moveLogInto(path: string): void {
  const sqlite = openSqlite(path);
  try {
    const [isBusy] = sqlite.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() ?? [];
    if (Number(isBusy) !== 0) throw new Error(`${path} is in use, and its log stays beside it.`);
  } finally {
    sqlite.close();
  }
  for (const ending of ["-wal", "-shm"]) rmSync(path + ending, { force: true });
}
