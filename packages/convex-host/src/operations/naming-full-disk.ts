const fullCodes = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** The error to show for a failed copy. The system's own message about a full disk names no disk, and not what remains of the copy. */
export function namingFullDisk(error: unknown, copy: { of: string; to: string }): unknown {
  const isFull = error instanceof Error && "code" in error && fullCodes.has(String(error.code));
  if (!isFull) return error;
  return new Error(
    `The disk of ${copy.to} has no room left for ${copy.of}. Nothing of it was kept there: make room, or take another disk.`,
    { cause: error },
  );
}
