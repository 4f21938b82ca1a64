import { statSync } from "node:fs";

/** The size of the log beside a database, 0 when there is none. */
export function databaseLogBytes(databasePath: string): number {
  return statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
