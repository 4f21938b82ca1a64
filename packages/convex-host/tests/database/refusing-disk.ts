import { putAroundDisk } from "../../src/database/sqlite/driver.ts";

/**
 * The listener that sees each call of the driver before that is carried out; it may refuse by an error. A test that sets it
 * takes it back at its end.
 */
export const disk: { look: ((sql: string) => void) | null } = { look: null };

putAroundDisk((sql, work) => {
  disk.look?.(sql);
  return work();
});
