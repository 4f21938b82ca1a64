import { join } from "node:path";
import { importTables } from "../database/import-tables.ts";
import { forgetSearches } from "../database/search/forget-searches.ts";
import { walkTable } from "../database/walk-table.ts";
import type { JsonObject } from "../values/json.ts";
import { leftAfter, namingDisk } from "./naming-disk.ts";
import { copyDatabase, databaseFile, type DataPlace, exists } from "./backup.ts";
import { copyChecked } from "./copy-checked.ts";
import { DataLock } from "./data-lock.ts";
import {
  dropIncoming,
  finishReplacing,
  prepareIncoming,
  replaceData,
  requireElsewhere,
} from "./replace-data.ts";
import { openDatabase } from "../database/open-database.ts";

/**
 * The result of a restore: the number of restored files, the folder of the data before it, and the difference between
 * both.
 */
export type RestoreReport<Difference> = {
  files: number;
  movedAside: string | null;
  /** Null when no comparison was asked for, or the data of before could not be read. */
  difference: Difference | null;
};

/** The facts about the app's own tables that a restore needs. */
export type RestoredTables<Difference> = {
  /** Tables that come back empty: sessions that were stolen or ended since the backup must not come back with it. */
  emptied: readonly string[];
  /** The app's audit log, when it has one, and the entry about the restore. */
  audit?: { table: string; entry: JsonObject };
  /** Tables to compare before and after; `replaced` is null when there was no data before. */
  compared?: {
    tables: readonly string[];
    compare: (documents: {
      restored: DocumentsByTable;
      replaced: DocumentsByTable | null;
    }) => Difference;
  };
};

export type DocumentsByTable = Readonly<Record<string, JsonObject[]>>;

export type RestoreOptions<Difference> = DataPlace & {
  now: Date;
  tables: RestoredTables<Difference>;
};

/**
 * Replaces the data of a folder by a backup. The backup is copied and checked whole before anything is changed. The
 * data that was there is moved aside, not deleted, and its token key is removed. Throws while a host works on the
 * folder.
 */
export async function restore<Difference>(
  folder: string,
  { dataDir, databaseFile: database = databaseFile, now, tables }: RestoreOptions<Difference>,
): Promise<RestoreReport<Difference>> {
  if (!(await exists(join(folder, database))))
    throw new Error(`${folder} is no backup: there is no ${database} in it.`);
  await requireElsewhere(folder, dataDir);
  const lock = DataLock.take(dataDir);
  try {
    // Completes a restore that was killed, so that the data of before is in one folder and not in two.
    await finishReplacing({ dataDir, databaseFile: database });
    const { incoming, ready } = await prepareIncoming(dataDir);
    const prepared = await prepare({ folder, dataDir, database }, { incoming, ready, tables, now })
      // After a full disk, say, the host that works on the data needs the room again.
      .catch(async (error: unknown) => {
        const left = await leftAfter(incoming, dropIncoming(dataDir));
        throw namingDisk(error, { of: "the backup", to: dataDir, left });
      });
    return { ...prepared, movedAside: await replaceData({ dataDir, database }, now) };
  } finally {
    lock.release();
  }
}

type Incoming<Difference> = {
  incoming: string;
  ready: string;
  tables: RestoredTables<Difference>;
  now: Date;
};

/** Prepares the data to put in place from a backup, which is checked whole. */
async function prepare<Difference>(
  { folder, dataDir, database }: { folder: string; dataDir: string; database: string },
  { incoming, ready, tables, now }: Incoming<Difference>,
): Promise<Omit<RestoreReport<Difference>, "movedAside">> {
  const files = await copyChecked({ folder, database }, incoming);
  const restored = join(incoming, database);
  forgetSearches(restored);
  emptyTables(restored, { tables, now });
  const replaced = join(dataDir, database);
  const difference = await compare({ restored, replaced, incoming }, tables);
  // The copy contains no bytes of the emptied tables, and no connection to it is open.
  await copyDatabase(restored, ready);
  return { files, difference };
}

/** Empties the tables that must not come back, and adds the entry about the restore to the audit log. */
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

/**
 * Compares the data of before and after. The data of before is read from a copy, because data that is moved aside must
 * have no open connection.
 */
async function compare<Difference>(
  { restored, replaced, incoming }: { restored: string; replaced: string; incoming: string },
  { compared }: RestoredTables<Difference>,
): Promise<Difference | null> {
  if (compared === undefined) return null;
  const { tables } = compared;
  const documents = readTables(restored, tables);
  if (!(await exists(replaced))) return compared.compare({ restored: documents, replaced: null });
  const copy = join(incoming, "before.sqlite");
  try {
    await copyDatabase(replaced, copy);
    return compared.compare({ restored: documents, replaced: readTables(copy, tables) });
  } catch {
    // Damaged data is a reason to restore and must not prevent it.
    return null;
  }
}

/** All documents of some tables. A missing table has none. */
function readTables(path: string, tables: readonly string[]): DocumentsByTable {
  const database = openDatabase({ path });
  try {
    const known = new Set(database.userTables().map(({ name }) => name));
    const snapshot = database.snapshot();
    try {
      const documentsOf = (table: string) =>
        known.has(table) ? [...walkTable(snapshot, table)] : [];
      return Object.fromEntries(tables.map((table) => [table, documentsOf(table)]));
    } finally {
      snapshot.close();
    }
  } finally {
    database.close();
  }
}
