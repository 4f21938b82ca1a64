import { chmodSync, readdirSync, statSync } from "node:fs";
import { chmod, opendir } from "node:fs/promises";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

/** Nobody but the account that runs the program: what is made from here on, and what it may already have made. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

/** Makes whatever this process writes from now on private, whatever the shell's umask says. */
export function writePrivately(): void {
  // Windows has no such rights, and threads share those of their process.
  if (isMainThread) process.umask(0o077);
}

/** Takes a folder and what lies in it away from other accounts; what lies deeper is out of their reach with it. */
export function closeFolder(folder: string): void {
  closePath(folder, privateFolder);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    // The folder of files is closed after its files, which tells that they are.
    if (entry.isFile()) closePath(join(folder, entry.name), privateFile);
}

/**
 * The same for a folder of very many files, while others work: the folder's own rights tell whether that was done before,
 * so that it costs a later start nothing.
 */
export async function closeManyFiles(folder: string): Promise<void> {
  if (isClosed(folder)) return;
  for await (const entry of await opendir(folder))
    // A file may be deleted before its turn.
    if (entry.isFile()) await chmod(join(folder, entry.name), privateFile).catch(() => undefined);
  closePath(folder, privateFolder);
}

function closePath(path: string, mode: number): void {
  if (isClosed(path)) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // Somebody else's folder that is lent to this account, or a file system without such rights.
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EPERM", "ENOTSUP", "EROFS", "ENOENT"].includes(code)) throw error;
  }
}

function isClosed(path: string): boolean {
  if (process.platform === "win32") return true;
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.mode & 0o077) === 0;
}
