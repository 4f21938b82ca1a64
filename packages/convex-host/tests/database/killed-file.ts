import { copyFileSync, existsSync } from "node:fs";
import { putAroundDisk } from "../../src/database/sqlite/driver.ts";
import { temporaryPath } from "./fixture.ts";

/** What looks at each call of the driver before that is carried out; it may refuse by an error. */
export const disk: { look: ((sql: string) => void) | null } = { look: null };

putAroundDisk((sql, work) => {
  disk.look?.(sql);
  return work();
});

/** The files as a process leaves them that is killed now. */
export function copyOfKilled(path: string): string {
  const copy = temporaryPath();
  for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  return copy;
}
