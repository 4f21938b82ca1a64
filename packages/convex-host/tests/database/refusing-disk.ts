import { putAroundDisk } from "../../src/database/sqlite/driver.ts";

/**
 * The listener that sees each call of the SQLite driver before the call runs; it refuses the call by throwing. A test
 * that sets it resets it at the end.
 */
export const disk: { look: ((sql: string) => void) | null } = { look: null };

putAroundDisk((sql, work) => {
  disk.look?.(sql);
  return work();
});
