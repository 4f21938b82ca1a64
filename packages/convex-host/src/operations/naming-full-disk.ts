import { StorageError } from "../database/sqlite/driver.ts";

const fullCodes = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** The error to show for a copy that failed: of a full disk the system's own words do not say which one it is, nor what is left of it. */
export function namingFullDisk(error: unknown, copy: { of: string; to: string }): unknown {
  const isKnown = error instanceof StorageError || (error instanceof Error && "code" in error);
  if (!isKnown || !fullCodes.has(String(error.code))) return error;
  return new Error(
    `The disk of ${copy.to} has no room left for ${copy.of}. Nothing of it was kept there: make room, or take another disk.`,
    { cause: error },
  );
}
