import { lstat, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { unread } from "../database/sqlite/unread.ts";
import { openSqlite } from "../database/sqlite/driver.ts";
import { hasOwnSchema } from "../database/sqlite/migrations.ts";
import { messageOf } from "../log.ts";
import { type PromisedFile, promisedFiles } from "../storage/stored-files.ts";
import { isOfDisk } from "../storage/disk-errors.ts";
import { copyNew, filesFolder } from "./backup.ts";
import { hashFile, hashOf, hasItsHash } from "./database-hash.ts";
import { openDatabase } from "../database/open-database.ts";

type Backup = { folder: string; database: string };

/**
 * Copies the data of a backup, and the files that it names, to an empty folder, and checks every page and every byte
 * there. Returns the number of files. A forged backup leads to nothing outside it: links and everything else but plain
 * files are refused, and files that the data does not name are not copied.
 */
export async function copyChecked(backup: Backup, target: string): Promise<number> {
  const { folder, database } = backup;
  const path = join(target, database);
  await copyPlain(join(folder, database), path);
  await checkHash(path, backup);
  // A copy of a data folder has its last commits in a log beside the database.
  const log = `${database}-wal`;
  if ((await entryAt(join(folder, log))) !== null)
    await copyPlain(join(folder, log), join(target, log));
  checkPages(path, backup);
  await mkdir(join(target, filesFolder));
  const opened = openDatabase({ path });
  try {
    checkSchema(path, backup);
    await requireFolder(join(folder, filesFolder));
    let files = 0;
    for (const promised of promisedFiles(opened)) {
      await copyFileChecked(promised, { folder, target });
      files += 1;
    }
    return files;
  } finally {
    opened.close();
  }
}

async function copyFileChecked(
  { uuid, size, sha256Base64 }: PromisedFile,
  { folder, target }: { folder: string; target: string },
): Promise<void> {
  const [from, to] = [join(folder, filesFolder, uuid), join(target, filesFolder, uuid)];
  if ((await entryAt(from)) === null)
    throw new Error(`${folder} is damaged: the file ${uuid} is missing.`);
  await requirePlain(from);
  const changed = () => new Error(`${folder} is damaged: the file ${uuid} is not what it was.`);
  // Answers have the length that the data names. A longer file is not copied, because it may be larger than the disk.
  if ((await stat(from)).size !== size) throw changed();
  await copyNew(from, to);
  if ((await hashOf(to, "base64")) !== sha256Base64) throw changed();
}

/** Checks the hash of the database. A copied data folder, or a backup of an earlier version, has none. */
async function checkHash(path: string, backup: Backup): Promise<void> {
  const { folder, database } = backup;
  const kept = join(folder, hashFile);
  if ((await entryAt(kept)) === null) return;
  await requirePlain(kept);
  if (await hasItsHash(backup, path)) return;
  throw new Error(
    `${folder} is damaged: ${database} is not what it was. Restore another backup, or remove ${hashFile} if it was changed on purpose.`,
  );
}

function checkPages(path: string, { folder, database }: Backup): void {
  const sqlite = openSqlite(path);
  try {
    const [answer] = sqlite.prepare("PRAGMA integrity_check").get() ?? [];
    if (answer !== "ok") throw new Error(String(answer));
  } catch (error) {
    // The check writes beside the copy: a disk that refuses that tells nothing about the backup.
    if (isOfDisk(error)) throw error;
    const refused = unread(path);
    if (refused !== null) throw refused;
    const reason = messageOf(error);
    throw new Error(`${folder} is damaged: ${database} does not pass its check: ${reason}`, {
      cause: error,
    });
  } finally {
    sqlite.close();
  }
}

/**
 * Refuses a database with a foreign schema. A trigger would stay active and could bring back what a restore removes.
 */
function checkSchema(path: string, { folder, database }: Backup): void {
  const sqlite = openSqlite(path);
  try {
    if (hasOwnSchema(sqlite)) return;
  } finally {
    sqlite.close();
  }
  throw new Error(
    `${folder} is no data of this host: ${database} has other tables, triggers or views. Restore another backup.`,
  );
}

async function copyPlain(from: string, to: string): Promise<void> {
  await requirePlain(from);
  await copyNew(from, to);
}

async function requirePlain(path: string): Promise<void> {
  if ((await entryAt(path))?.isFile() !== true)
    throw new Error(`${path} is no plain file. Put the file itself in its place.`);
}

async function requireFolder(path: string): Promise<void> {
  const entry = await entryAt(path);
  if (entry !== null && !entry.isDirectory())
    throw new Error(`${path} is no plain folder. Put the folder itself in its place.`);
}

/** The entry itself, not the target of a link. */
async function entryAt(path: string) {
  return await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
