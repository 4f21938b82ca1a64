import { rmSync } from "node:fs";
import { openSqlite } from "./driver.ts";

/**
 * Has the file of a database hold all of it, and no log stand beside it. Nobody works on the database: a closed connection leaves
 * its log until the collector takes its statements.
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
