import { chmodSync, readdirSync, statSync } from "node:fs";
import { chmod, opendir } from "node:fs/promises";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

/** Permissions for the account of the program alone. They are set on new files and folders and on existing ones. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

/** Makes everything that this process writes from now on private, whatever the umask of the shell is. */
export function writePrivately(): void {
  // Windows has no such permissions, and threads share the umask of their process.
  if (isMainThread) process.umask(0o077);
}

/**
 * Closes a folder and the files in it to other accounts. Deeper files are out of their reach, because the folder is
 * closed.
 */
export function closeFolder(folder: string): void {
  closePath(folder, privateFolder);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    // The folder of stored files is closed after its files: its permissions tell that they are closed.
    if (entry.isFile()) closePath(join(folder, entry.name), privateFile);
}

/**
 * Closes a folder of very many files while others work. The folder itself is closed last, so its permissions tell a
 * later start that nothing is left to do.
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
    // The folder may belong to another account, or its file system may have no such permissions.
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EPERM", "ENOTSUP", "EROFS", "ENOENT"].includes(code)) throw error;
  }
}

function isClosed(path: string): boolean {
  if (process.platform === "win32") return true;
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.mode & 0o077) === 0;
}
