import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openDatabase } from "../database/database.ts";
import { importTables } from "../database/import-tables.ts";
import { walkTable } from "../database/walk-table.ts";
import { flush } from "../storage/blob-folder.ts";
import { promisedFiles } from "../storage/stored-files.ts";
import { messageOf } from "../log.ts";
import type { JsonObject } from "../values/json.ts";
import { openSqlite } from "../database/sqlite/driver.ts";
import { copyDatabase, databaseFile, type DataPlace, exists, filesFolder } from "./backup.ts";
import { DataLock } from "./data-lock.ts";
import { privateFile } from "./private-folder.ts";

/** The result of a restore: the restored files, the folder of the data before it, and the difference to that. */
export type RestoreReport<Difference> = {
  files: number;
  movedAside: string | null;
  /** Null when nothing was to be compared, or the data of before could not be read. */
  difference: Difference | null;
};

/** What a restore is to know of the app's own tables. */
export type RestoredTables<Difference> = {
  /** Come back empty: sessions that were stolen or ended since the backup must not come back with it. */
  emptied: readonly string[];
  /** The app's audit log, where it keeps one, and what it says of a restore. */
  audit?: { table: string; entry: JsonObject };
  /** A table to look at before and after; `replaced` is null where there was no data before. */
  compared?: {
    table: string;
    compare: (documents: { restored: JsonObject[]; replaced: JsonObject[] | null }) => Difference;
  };
};

export type RestoreOptions<Difference> = DataPlace & {
  now: Date;
  tables: RestoredTables<Difference>;
};

/**
 * Puts a backup in the place of what a data folder holds. It is copied and checked whole before anything is touched; the
 * data that was there is moved aside, not deleted. Refused while a host works on the folder.
 */
export async function restore<Difference>(
  folder: string,
  { dataDir, databaseFile: database = databaseFile, now, tables }: RestoreOptions<Difference>,
): Promise<RestoreReport<Difference>> {
  if (!(await exists(join(folder, database))))
    throw new Error(`${folder} is no backup: there is no ${database} in it.`);
  const lock = DataLock.take(dataDir);
  try {
    const incoming = join(dataDir, "restoring");
    await rm(incoming, { recursive: true, force: true });
    await mkdir(incoming, { recursive: true });
    const backup = { folder, database };
    await copyBackup(backup, incoming);
    const files = await check(backup, incoming);
    const restored = join(incoming, database);
    emptyTables(restored, { tables, now });
    const replaced = join(dataDir, database);
    const difference = await compare({ restored, replaced, incoming }, tables);
    const clean = join(incoming, "clean.sqlite");
    // Nothing of the ended sessions is left in it, and no connection is open to it.
    await copyDatabase(restored, clean);
    const movedAside = await moveAside({ dataDir, database }, now);
    await rename(join(incoming, filesFolder), join(dataDir, filesFolder));
    // Last: a folder without it has no data, so a crash in between is seen at once.
    await rename(clean, join(dataDir, database));
    await rm(incoming, { recursive: true });
    await flush(dataDir);
    return { files, movedAside, difference };
  } finally {
    lock.release();
  }
}

/** Ends what was open at the time of the backup, and has the audit log say that there was a restore. */
function emptyTables<Difference>(
  path: string,
  { tables, now }: { tables: RestoredTables<Difference>; now: Date },
): void {
  const { emptied, audit } = tables;
  const entries = audit && { name: audit.table, number: null, documents: [audit.entry] };
  importTables(path, {
    tables: entries ? [entries] : [],
    mode: "append",
    cleared: emptied,
    nowMs: now.getTime(),
  });
}

/** Looks at a copy: what is moved aside must be nobody's. */
async function compare<Difference>(
  { restored, replaced, incoming }: { restored: string; replaced: string; incoming: string },
  { compared }: RestoredTables<Difference>,
): Promise<Difference | null> {
  if (compared === undefined) return null;
  const { table } = compared;
  const documents = readTable(restored, table);
  if (!(await exists(replaced))) return compared.compare({ restored: documents, replaced: null });
  const copy = join(incoming, "before.sqlite");
  try {
    await copyDatabase(replaced, copy);
    return compared.compare({ restored: documents, replaced: readTable(copy, table) });
  } catch {
    // Damaged data is a reason to restore, and none to refuse it.
    return null;
  }
}

/** All documents of a table; none where there is no such table. */
function readTable(path: string, table: string): JsonObject[] {
  const database = openDatabase({ path });
  try {
    if (!database.userTables().some(({ name }) => name === table)) return [];
    const snapshot = database.snapshot();
    try {
      return [...walkTable(snapshot, table)];
    } finally {
      snapshot.close();
    }
  } finally {
    database.close();
  }
}

type Backup = { folder: string; database: string };

async function copyBackup({ folder, database }: Backup, target: string): Promise<void> {
  await cp(join(folder, database), join(target, database));
  await chmod(join(target, database), privateFile);
  await mkdir(join(target, filesFolder));
  if (await exists(join(folder, filesFolder)))
    await cp(join(folder, filesFolder), join(target, filesFolder), { recursive: true });
}

/** Reads every page of the data and every byte of the files; gives the number of files. */
async function check({ folder, database }: Backup, target: string): Promise<number> {
  const path = join(target, database);
  checkPages(path, { folder, database });
  const opened = openDatabase({ path });
  try {
    const promised = [...promisedFiles(opened)];
    for (const { uuid, sha256Base64 } of promised) {
      const actual = await hashOf(join(target, filesFolder, uuid));
      if (actual !== null) await chmod(join(target, filesFolder, uuid), privateFile);
      if (actual !== sha256Base64)
        throw new Error(
          `${folder} is damaged: the file ${uuid} is ${actual === null ? "missing" : "not what it was"}.`,
        );
    }
    return promised.length;
  } finally {
    opened.close();
  }
}

function checkPages(path: string, { folder, database }: Backup): void {
  const sqlite = openSqlite(path);
  try {
    const [answer] = sqlite.prepare("PRAGMA integrity_check").get() ?? [];
    if (answer !== "ok") throw new Error(String(answer));
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`${folder} is damaged: ${database} does not pass its check: ${reason}`, {
      cause: error,
    });
  } finally {
    sqlite.close();
  }
}

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return hash.digest("base64");
}

/** Moves what was there into a folder of its own beside the new data; null when there was nothing. */
async function moveAside(
  { dataDir, database }: { dataDir: string; database: string },
  now: Date,
): Promise<string | null> {
  const parts = (await readdir(dataDir)).filter(
    (name) => name === filesFolder || name.startsWith(database),
  );
  if (parts.length === 0) return null;
  const aside = join(dataDir, `replaced-${now.toISOString().replaceAll(/[:.]/g, "-")}`);
  await mkdir(aside);
  for (const name of parts) await rename(join(dataDir, name), join(aside, name));
  return aside;
}
