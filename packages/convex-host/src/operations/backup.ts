import { constants } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flush } from "../storage/blob-folder.ts";
import { isOfDisk } from "../storage/disk-errors.ts";
import { type DiskFloor, diskRoom, usualFloor } from "../storage/disk-room.ts";
import { isUuid } from "../storage/file-address.ts";
import { promisedFiles } from "../storage/stored-files.ts";
import { leftAfter, namingDisk } from "./naming-disk.ts";
import { DataLock, lockFile } from "./data-lock.ts";
import { hashFile, writeDatabaseHash } from "./database-hash.ts";
import { privateFile, writePrivately } from "./private-folder.ts";
import { emptyLeftover, requireLeftover } from "./unfinished-folder.ts";
import { isWithin } from "./within.ts";
import { toldByDisk } from "../database/sqlite/unread.ts";
import { openSqlite } from "../database/sqlite/driver.ts";
import { moveLogInto } from "../database/sqlite/move-log.ts";
import { openDatabase } from "../database/open-database.ts";

/** The default name of the database in a data folder. */
export const databaseFile = "convex.sqlite";
export const filesFolder = "files";

/** A data folder, and the name of the database in it. */
export type DataPlace = { dataDir: string; databaseFile?: string };

/** The data to back up, and the free disk that the copy leaves to the host that works on them. */
export type BackupSource = DataPlace & { floor?: DiskFloor };

/** The result of a backup. `bytes` counts the files and the database. */
export type BackupReport = { folder: string; files: number; bytes: number };

const attempts = 5;

/**
 * Copies a data folder to a new one while it may be in use: the data of one snapshot, and every file that this data
 * names. The folder appears under its name only when it is complete and on disk.
 */
export async function backUp(
  { dataDir, databaseFile: database = databaseFile, floor = usualFloor }: BackupSource,
  folder: string,
): Promise<BackupReport> {
  if (!(await exists(join(dataDir, database))))
    throw new Error(`${dataDir} holds no data: there is no ${database} in it.`);
  await requireFree(folder);
  await requireOutside(folder, dataDir);
  writePrivately();
  const unfinished = `${folder}.unfinished`;
  await requireLeftover(unfinished, { database, hash: hashFile, files: filesFolder });
  const lock = await lockOf(unfinished, folder);
  let made = unfinished;
  try {
    await emptyLeftover(unfinished);
    await mkdir(join(unfinished, filesFolder));
    await requireRoom({ dataDir, database, floor }, unfinished);
    const report = await copyWhole({ dataDir, database }, unfinished);
    // The copy was opened, which writes a log.
    moveLogInto(join(unfinished, database));
    await flush(join(unfinished, database));
    await writeDatabaseHash(unfinished, database);
    await flush(join(unfinished, filesFolder));
    await flush(unfinished);
    await requireFree(folder);
    // The lock moves along: no other process takes the folder before it has its name.
    await rename(unfinished, folder);
    made = folder;
    await dropLock(lock, folder);
    await flush(dirname(folder));
    return { ...report, folder };
  } catch (error) {
    // After a full disk, say, the host that works on the data needs the room of the partial copy.
    lock.release();
    const left = await leftAfter(made, removeWhole(made));
    throw namingDisk(error, { of: "the backup", to: folder, left });
  }
}

/** Takes the lock of the folder in which a backup is made. A disk without room for it keeps no new folder. */
async function lockOf(unfinished: string, folder: string): Promise<DataLock> {
  const isNew = !(await exists(unfinished));
  try {
    const lock = DataLock.tryTake(unfinished);
    if (lock !== null) return lock;
  } catch (error) {
    // Another backup may be at work in an older folder.
    const left = isNew ? await leftAfter(unfinished, removeWhole(unfinished)) : unfinished;
    // The error names the file of the lock, and has that of the disk as its cause.
    const ofDisk = error instanceof Error && isOfDisk(error.cause) ? error.cause : error;
    throw namingDisk(ofDisk, { of: "the backup", to: folder, left });
  }
  throw new Error(`${folder} is being made by another backup.`);
}

async function removeWhole(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function dropLock(lock: DataLock, folder: string): Promise<void> {
  lock.release();
  for (const name of [lockFile, `${lockFile}-journal`])
    await rm(join(folder, name), { force: true });
}

async function requireFree(folder: string): Promise<void> {
  if (await exists(folder))
    throw new Error(
      `${folder} exists already. Name a folder that does not: nothing is overwritten.`,
    );
}

/** Throws for a folder within the data: starts and restores empty or move folders there. */
async function requireOutside(folder: string, dataDir: string): Promise<void> {
  const isInside = [dataDir, join(dataDir, filesFolder)].map((data) => isWithin(folder, data));
  if ((await Promise.all(isInside)).includes(true))
    throw new Error(`${folder} is within the data of ${dataDir}. Name a folder beside it.`);
}

/** Throws when the copy would take the room in which the records grow. Another disk may be filled to its end. */
async function requireRoom(
  { dataDir, database, floor }: { dataDir: string; database: string; floor: DiskFloor },
  target: string,
): Promise<void> {
  if ((await stat(dataDir)).dev !== (await stat(target)).dev) return;
  const from = join(dataDir, filesFolder);
  let bytes = (await stat(join(dataDir, database))).size;
  for (const name of await readdir(from).catch(() => []))
    if (isUuid(name)) bytes += (await stat(join(from, name)).catch(() => ({ size: 0 }))).size;
  if (diskRoom(target, floor) >= bytes) return;
  throw new Error(
    `The disk of ${dataDir} has too little room for a backup of ${Math.ceil(bytes / 1_000_000)} MB beside the data. Nothing was copied: name a folder on another disk, or make room.`,
  );
}

/**
 * Copies the files and the database. A file that the copied data names may be deleted before it is copied. Then the
 * database is copied again, because later data does not name the file any more.
 */
async function copyWhole(
  { dataDir, database }: { dataDir: string; database: string },
  target: string,
): Promise<Omit<BackupReport, "folder">> {
  const from = join(dataDir, filesFolder);
  const to = join(target, filesFolder);
  // Files are copied before the data, so that hardly any file can vanish between the two.
  for (const name of await readdir(from).catch(() => []))
    if (isUuid(name)) await copyNew(join(from, name), join(to, name));
  for (let attempt = 1; ; attempt += 1) {
    await copyDatabase(join(dataDir, database), join(target, database));
    const missing = await copyPromised(join(target, database), { from, to });
    if (missing === 0) break;
    if (attempt === attempts)
      throw new Error(
        `${missing} files that the data names are not in ${from}. The data is damaged: restore an earlier backup.`,
      );
  }
  return await keepPromised(target, database);
}

/** Makes a whole copy of a database that may be in use. No connection to the copy stays open, so it can be moved. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  const source = openSqlite(from);
  try {
    // `VACUUM INTO` is one read transaction: it sees one state and blocks no writer.
    source.exec(`PRAGMA busy_timeout = 5000; VACUUM INTO '${to.replaceAll("'", "''")}'`);
  } catch (error) {
    throw toldByDisk(error, from);
  } finally {
    source.close();
  }
  await flush(to);
}

/** Copies the named files that are not there yet. Returns how many are missing or have another size. */
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

/**
 * Removes files that the database does not name: those that were being written, or deleted before the data was copied.
 */
async function keepPromised(
  target: string,
  database: string,
): Promise<Omit<BackupReport, "folder">> {
  const promised = readPromises(join(target, database));
  const names = new Set(promised.map(({ uuid }) => uuid));
  const folder = join(target, filesFolder);
  for (const name of await readdir(folder)) if (!names.has(name)) await rm(join(folder, name));
  const bytes = promised.reduce((sum, { size }) => sum + size, 0);
  return { files: promised.length, bytes: bytes + (await stat(join(target, database))).size };
}

function readPromises(databasePath: string) {
  const database = openDatabase({ path: databasePath });
  try {
    return [...promisedFiles(database)];
  } finally {
    database.close();
  }
}

/** Copies a file and flushes it to disk. True when the copy exists, false when there is no such file. */
export async function copyNew(from: string, to: string): Promise<boolean> {
  if (await exists(to)) return true;
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    // A copy has the permissions of its source.
    await chmod(to, privateFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  await flush(to);
  return true;
}

/** True when there is something at the path. Throws when the disk cannot tell. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}
