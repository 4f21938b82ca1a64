import { copyFileSync, existsSync } from "node:fs";
import { onTestFinished } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { openSqlite } from "../../src/database/sqlite/driver.ts";
import { temporaryPath } from "./fixture.ts";

/** Copies the database files as a process that is killed now would leave them. */
export function copyOfKilled(path: string): string {
  const copy = temporaryPath();
  for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  return copy;
}

/** Opens a file until the end of the test. */
export function open(path: string): Database {
  const database = openDatabase({ path, durable: false });
  onTestFinished(() => database.close());
  return database;
}

export function countRows(path: string, table: string): number {
  const sqlite = openSqlite(path);
  try {
    return Number(sqlite.prepare(`SELECT count(*) FROM ${table}`).get()?.[0]);
  } finally {
    sqlite.close();
  }
}

/** Lets the tables take over all commits, as housekeeping does. */
export const takeOver = (database: Database) => database.forgetRequests({ ms: 0, largeMs: 0 }, 1);
