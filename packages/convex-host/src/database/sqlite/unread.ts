import { closeSync, openSync, readSync } from "node:fs";
import { messageOf } from "../../log.ts";
import { StorageError } from "./driver.ts";

const pieceBytes = 1024 * 1024;

/**
 * The error of the disk when it refuses to read a database or its log; null when it reads every byte. SQLite takes a
 * refused read (EIO) for damage. Damage is a reason to restore a backup, and a failing disk is none. No connection of this
 * process may use the file afterwards: closing it here ends the locks of all of them (POSIX).
 */
export function unread(path: string): StorageError | null {
  for (const file of [path, `${path}-wal`]) {
    const message = readThrough(file);
    if (message !== null)
      return new StorageError(`disk I/O error: ${message}`, "SQLITE_IOERR_READ");
  }
  return null;
}

/** The given error of a database, or that of the disk when SQLite may have taken the one for the other. */
export function toldByDisk(error: unknown, path: string): unknown {
  if (!(error instanceof StorageError) || error.code !== "SQLITE_CORRUPT") return error;
  return unread(path) ?? error;
}

/** Reads a file to its end; returns the message of the error that ends it earlier. */
function readThrough(file: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : messageOf(error);
  }
  try {
    const piece = Buffer.alloc(pieceBytes);
    while (readSync(descriptor, piece) > 0);
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    closeSync(descriptor);
  }
}
