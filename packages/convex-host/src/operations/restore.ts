import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openDatabase } from "../database/database.ts";
import { importTables } from "../database/import-tables.ts";
import { flush } from "../storage/blob-folder.ts";
import { promisedFiles } from "../storage/stored-files.ts";
import { messageOf } from "../log.ts";
import type { JsonObject } from "../values/json.ts";
import { openSqlite } from "../database/sqlite/driver.ts";
import { copyDatabase, databaseFile, exists, filesFolder } from "./backup.ts";
import { DataLock } from "./data-lock.ts";
import { privateFile } from "./private-folder.ts";
import { comparePeople, type ReturningPerson } from "./returning-people.ts";

/** The result of a restore: the restored files, the folder of the data before it, and the people who differ. */
export type RestoreReport = {
  files: number;
  movedAside: string | null;
  /** Null when the workspace of before could not be read. */
  people: ReturningPerson[] | null;
};

/** The app's own tables that a restore looks at. */
export type RestoredTables = {
  people: string;
  /** Sessions and sign-ins under way: what was stolen or ended since the backup must not come back with it. */
  signIns: readonly string[];
  /** The app's audit log, where it keeps one, and what it says of a restore. */
  audit?: { table: string; entry: JsonObject };
};

/**
 * Puts a backup in the place of a workspace. It is copied and checked whole before anything is touched; the workspace
 * that was there is moved aside, not deleted. Refused while a host works on the folder.
 */
export async function restore(
  folder: string,
  { dataDir, now, tables }: { dataDir: string; now: Date; tables: RestoredTables },
): Promise<RestoreReport> {
  if (!(await exists(join(folder, databaseFile))))
    throw new Error(`${folder} is no backup: there is no ${databaseFile} in it.`);
  const lock = DataLock.take(dataDir);
  try {
    const incoming = join(dataDir, "restoring");
    await rm(incoming, { recursive: true, force: true });
    await mkdir(incoming, { recursive: true });
    await copyBackup(folder, incoming);
    const files = await check(incoming, folder);
    const restored = join(incoming, databaseFile);
    endSignIns(restored, { tables, now });
    const people = await compareWithReplaced(dataDir, { incoming, table: tables.people });
    const clean = join(incoming, "clean.sqlite");
    // Nothing of the ended sessions is left in it, and no connection is open to it.
    await copyDatabase(restored, clean);
    const movedAside = await moveAside(dataDir, now);
    await rename(join(incoming, filesFolder), join(dataDir, filesFolder));
    // Last: a folder without it has no workspace, so a crash in between is seen at once.
    await rename(clean, join(dataDir, databaseFile));
    await rm(incoming, { recursive: true });
    await flush(dataDir);
    return { files, movedAside, people };
  } finally {
    lock.release();
  }
}

/** Ends what was open at the time of the backup, and has the audit log say that there was a restore. */
function endSignIns(path: string, { tables, now }: { tables: RestoredTables; now: Date }): void {
  const { signIns: cleared, audit } = tables;
  const entries = audit && { name: audit.table, number: null, documents: [audit.entry] };
  importTables(path, {
    tables: entries ? [entries] : [],
    mode: "append",
    cleared,
    nowMs: now.getTime(),
  });
}

/** Looks at a copy: what is moved aside must be nobody's. */
async function compareWithReplaced(
  dataDir: string,
  { incoming, table }: { incoming: string; table: string },
): Promise<ReturningPerson[] | null> {
  const replaced = join(dataDir, databaseFile);
  if (!(await exists(replaced))) return [];
  const copy = join(incoming, "before.sqlite");
  try {
    await copyDatabase(replaced, copy);
    return comparePeople({ restored: join(incoming, databaseFile), replaced: copy }, table);
  } catch {
    // A damaged workspace is a reason to restore, and none to refuse it.
    return null;
  }
}

async function copyBackup(folder: string, target: string): Promise<void> {
  await cp(join(folder, databaseFile), join(target, databaseFile));
  await chmod(join(target, databaseFile), privateFile);
  await mkdir(join(target, filesFolder));
  if (await exists(join(folder, filesFolder)))
    await cp(join(folder, filesFolder), join(target, filesFolder), { recursive: true });
}

/** Reads every page of the data and every byte of the files; gives the number of files. */
async function check(target: string, folder: string): Promise<number> {
  const path = join(target, databaseFile);
  checkPages(path, folder);
  const database = openDatabase({ path });
  try {
    const promised = [...promisedFiles(database)];
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
    database.close();
  }
}

function checkPages(path: string, folder: string): void {
  const sqlite = openSqlite(path);
  try {
    const [answer] = sqlite.prepare("PRAGMA integrity_check").get() ?? [];
    if (answer !== "ok") throw new Error(String(answer));
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`${folder} is damaged: ${databaseFile} does not pass its check: ${reason}`, {
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

/** Moves the workspace into a folder of its own beside the new one; null when there was none. */
async function moveAside(dataDir: string, now: Date): Promise<string | null> {
  const parts = (await readdir(dataDir)).filter(
    (name) => name === filesFolder || name.startsWith(databaseFile),
  );
  if (parts.length === 0) return null;
  const aside = join(dataDir, `replaced-${now.toISOString().replaceAll(/[:.]/g, "-")}`);
  await mkdir(aside);
  for (const name of parts) await rename(join(dataDir, name), join(aside, name));
  return aside;
}
