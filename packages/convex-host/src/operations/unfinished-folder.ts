import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "../storage/file-address.ts";
import { lockFile } from "./data-lock.ts";

/** The names that a backup makes: of the database and its log, of its hash, of the lock, and of the folder of files. */
export type BackupNames = { database: string; hash: string; files: string };

/**
 * Throws for a folder that is not the leftover of a backup. A backup empties the leftover of a killed one. It must not
 * empty other files under this name, nor be made where another account can change it.
 */
export async function requireLeftover(folder: string, names: BackupNames): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found === null) return;
  const isOwn = process.getuid === undefined || found.uid === process.getuid();
  if (found.isDirectory() && isOwn && (await hasOnly(folder, names))) return;
  throw new Error(
    `${folder} is not what a backup left. Move it away, or name another folder: nothing in it is touched.`,
  );
}

/** Removes the leftover of a killed backup except the lock, which belongs to the present one. */
export async function emptyLeftover(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (!name.startsWith(lockFile)) await rm(join(folder, name), { recursive: true });
}

async function hasOnly(folder: string, { database, hash, files }: BackupNames): Promise<boolean> {
  const endings = ["", "-journal", "-wal", "-shm"];
  const known = [hash, ...endings.flatMap((ending) => [database + ending, lockFile + ending])];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const isFiles = entry.name === files && entry.isDirectory();
    if (!isFiles && !(known.includes(entry.name) && entry.isFile())) return false;
    if (isFiles && !(await readdir(join(folder, files))).every(isUuid)) return false;
  }
  return true;
}
