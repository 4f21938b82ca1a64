import { join } from "node:path";
import { importTables } from "../database/import-tables.ts";
import { forgetSearches } from "../database/search/forget-searches.ts";
import { walkTable } from "../database/walk-table.ts";
import type { JsonObject } from "../values/json.ts";
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
  /** Tables to look at before and after; `replaced` is null where there was no data before. */
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
  await requireElsewhere(folder, dataDir);
  const lock = DataLock.take(dataDir);
  try {
    // Of a restore that was killed the data of before is in one folder, and not in two.
    await finishReplacing({ dataDir, databaseFile: database });
    const { incoming, ready } = await prepareIncoming(dataDir);
    const prepared = await prepare({ folder, dataDir, database }, { incoming, ready, tables, now })
      // A full disk, say: whoever works on it goes on with the room that there was.
      .catch(async (error: unknown) => {
        await dropIncoming(dataDir);
        throw error;
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

/** Makes what is to be put in place, of a backup that is checked whole. */
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
  // Nothing of the ended sessions is left in it, and no connection is open to it.
  await copyDatabase(restored, ready);
  return { files, difference };
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
  const { tables } = compared;
  const documents = readTables(restored, tables);
  if (!(await exists(replaced))) return compared.compare({ restored: documents, replaced: null });
  const copy = join(incoming, "before.sqlite");
  try {
    await copyDatabase(replaced, copy);
    return compared.compare({ restored: documents, replaced: readTables(copy, tables) });
  } catch {
    // Damaged data is a reason to restore, and none to refuse it.
    return null;
  }
}

/** All documents of some tables; none of a table that there is not. */
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
