import { putAroundDisk } from "../../src/database/sqlite/driver.ts";

/** The listener that sees each call of the driver before that is carried out; it may refuse by an error. */
export const disk: { look: ((sql: string) => void) | null } = { look: null };

putAroundDisk((sql, work) => {
  disk.look?.(sql);
  return work();
});
