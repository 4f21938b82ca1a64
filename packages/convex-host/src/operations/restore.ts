import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { importTables } from "../database/import-tables.ts";
import { forgetSearches } from "../database/search/forget-searches.ts";
import { walkTable } from "../database/walk-table.ts";
import { flush } from "../storage/blob-folder.ts";
import type { JsonObject } from "../values/json.ts";
import { copyDatabase, databaseFile, type DataPlace, exists, filesFolder } from "./backup.ts";
import { copyChecked } from "./copy-checked.ts";
import { DataLock } from "./data-lock.ts";
import { forgetTokenKey } from "./token-key.ts";
import { openDatabase } from "../database/open-database.ts";

/** The result of a restore: the restored files, the folder of the data before it, and the difference to that. */
export type RestoreReport<Difference> = {
  files: number;
  movedAside: string | null;
  /** Null when nothing was to be compared, or the data of before could not be read. */
  difference: Difference | null;
};

/** The app's own tables, as a restore needs to know them. */
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
 * Puts a backup in the place of what a data folder holds. It is copied and checked whole before anything is touched;
 * the data that was there is moved aside, not deleted, and its key of tokens ends. Refused while a host works on the
 * folder.
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
    const files = await copyChecked({ folder, database }, incoming);
    const restored = join(incoming, database);
    forgetSearches(restored);
    emptyTables(restored, { tables, now });
    const replaced = join(dataDir, database);
    const difference = await compare({ restored, replaced, incoming }, tables);
    const clean = join(incoming, "clean.sqlite");
    // Nothing of the ended sessions is left in it, and no connection is open to it.
    await copyDatabase(restored, clean);
    const movedAside = await moveAside({ dataDir, database }, now);
    await forgetTokenKey(dataDir);
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
