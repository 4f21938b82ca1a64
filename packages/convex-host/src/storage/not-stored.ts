import { ConvexError } from "convex/values";

/** The error data for a change or a file that the disk refused. */
export function notStored(what: "changes" | "file") {
  const message = `The server could not store the ${what}: its disk is full, or takes nothing just now. Nothing was changed.`;
  return { code: "NotStored", message } as const;
}

/** A file that the disk refused. A ConvexError, so that its message reaches the caller in every mode. */
export class FileNotStored extends ConvexError<ReturnType<typeof notStored>> {
  override name = "FileNotStored";

  constructor(cause: unknown) {
    super(notStored("file"));
    this.cause = cause;
  }
}

const refusals = new Set(
  "EACCES EDQUOT EFBIG EIO EMFILE ENFILE ENOENT ENOSPC EPERM EROFS".split(" "),
);

/** True for an error of the file system: a full or read-only disk, a missing folder, or no more file descriptors. */
export function isRefusedByDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && refusals.has(String(error.code));
}
