import { constants } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openDatabase } from "../database/database.ts";
import { flush } from "../storage/blob-folder.ts";
import { isUuid } from "../storage/file-address.ts";
import { promisedFiles } from "../storage/stored-files.ts";
import { privateFile, writePrivately } from "./private-folder.ts";
import { openSqlite } from "../database/sqlite/driver.ts";

export const databaseFile = "turnboard.sqlite";
export const filesFolder = "files";

/** The contents of a backup. */
export type BackupReport = { folder: string; files: number; bytes: number };

const attempts = 5;

/**
 * Copies a workspace to a new folder while it may be in use: the data of one moment, and every file that this data
 * names. The folder appears under its name only when it is complete and on disk.
 */
export async function backUp(dataDir: string, folder: string): Promise<BackupReport> {
  if (!(await exists(join(dataDir, databaseFile))))
    throw new Error(`${dataDir} holds no workspace: there is no ${databaseFile} in it.`);
  if (await exists(folder))
    throw new Error(
      `${folder} exists already. Name a folder that does not: nothing is overwritten.`,
    );
  writePrivately();
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, filesFolder), { recursive: true });
  const report = await copyWhole(dataDir, unfinished);
  await flush(join(unfinished, filesFolder));
  await flush(unfinished);
  await rename(unfinished, folder);
  await flush(dirname(folder));
  return { ...report, folder };
}

/** A file that the copied data names may be deleted before its turn comes: later data does not name it any more. */
async function copyWhole(dataDir: string, target: string): Promise<Omit<BackupReport, "folder">> {
  const from = join(dataDir, filesFolder);
  const to = join(target, filesFolder);
  // Before the data, so that hardly any file can vanish between the two.
  for (const name of await readdir(from).catch(() => []))
    if (isUuid(name)) await copyNew(join(from, name), join(to, name));
  for (let attempt = 1; ; attempt += 1) {
    await copyDatabase(join(dataDir, databaseFile), join(target, databaseFile));
    const missing = await copyPromised(join(target, databaseFile), { from, to });
    if (missing === 0) break;
    if (attempt === attempts)
      throw new Error(
        `${missing} files that the data names are not in ${from}. The workspace is damaged: restore an earlier backup.`,
      );
  }
  return await keepPromised(target);
}

/** A whole copy of a database that may be in use; the copy itself is nobody's, so that it can be moved. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  const source = openSqlite(from);
  try {
    // One read transaction: it sees one moment, and holds up nobody.
    source.exec(`PRAGMA busy_timeout = 5000; VACUUM INTO '${to.replaceAll("'", "''")}'`);
  } finally {
    source.close();
  }
  await flush(to);
}

/** Copies what the database names and is not there yet; tells how many files were gone. */
async function copyPromised(
  databasePath: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  let missing = 0;
  for (const { uuid, size } of readPromises(databasePath)) {
    const isThere = await copyNew(join(from, uuid), join(to, uuid));
    if (!isThere || (await stat(join(to, uuid))).size !== size) missing += 1;
  }
  return missing;
}

/** Removes what the database does not name: files that were being written, or deleted before the data was copied. */
async function keepPromised(target: string): Promise<Omit<BackupReport, "folder">> {
  const promised = readPromises(join(target, databaseFile));
  const names = new Set(promised.map(({ uuid }) => uuid));
  const folder = join(target, filesFolder);
  for (const name of await readdir(folder)) if (!names.has(name)) await rm(join(folder, name));
  const bytes = promised.reduce((sum, { size }) => sum + size, 0);
  return { files: promised.length, bytes: bytes + (await stat(join(target, databaseFile))).size };
}

function readPromises(databasePath: string) {
  const database = openDatabase({ path: databasePath });
  try {
    return [...promisedFiles(database)];
  } finally {
    database.close();
  }
}

/** True when the copy is there, and on disk. */
async function copyNew(from: string, to: string): Promise<boolean> {
  if (await exists(to)) return true;
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    // Copies have the rights of what they are copies of.
    await chmod(to, privateFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  await flush(to);
  return true;
}

export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
