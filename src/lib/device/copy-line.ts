import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from "idb";
import type { CopiedRow, Place } from "./copied-row.ts";
import { inTime } from "./kept-room.ts";
import {
  type Changed,
  COPY_PREFIX,
  dropFileCopies,
  type SecondCopy,
  secondCopyOf,
} from "./second-copy.ts";

/** The rows of a database of which the device keeps a second copy. */
export interface Copied<Schema extends DBSchema> {
  /** All stores that rows of the copy go to. */
  stores: readonly StoreNames<Schema>[];
  rows: (database: IDBPDatabase<Schema>) => Promise<CopiedRow[]>;
  /**
   * Puts rows of the copy that the new database lacks into it: first all rows without files at once, then each with
   * files.
   */
  restore: (change: Change<Schema>, rows: readonly CopiedRow[]) => Promise<void>;
}

/** A transaction that changes these stores. */
export type Change<Schema extends DBSchema> = IDBPTransaction<
  Schema,
  StoreNames<Schema>[],
  "readwrite"
>;

/** The store of a new database whose row says that the copy was put back. */
const RESTORED = "restored";

/** The longest wait in ms of a new database for its copy. */
const RESTORE_MS = 3000;

/** The delay in ms before a page compares a database with its copy. */
const ALIGN_MS = 1500;

/** The changes of this page that the copies do not have yet. */
const unwritten = new Set<Promise<void>>();

/** Resolves when the second copies have all changes that this page has made. */
export async function copiesWritten(): Promise<void> {
  await Promise.all(unwritten);
}

/** The way between a database and its second copy. */
export class CopyLine<Schema extends DBSchema> {
  readonly #name: string;
  readonly #copied: Copied<Schema>;

  constructor(database: string, copied: Copied<Schema>) {
    this.#name = `${COPY_PREFIX}${database}`;
    this.#copied = copied;
  }

  /** Gives a new database the store without a row, which says that it may lack what the copy has. */
  prepare(database: IDBPDatabase<Schema>): void {
    untyped(database).createObjectStore(RESTORED);
  }

  /**
   * Puts the copy back into a new database before the page reads that. A later connection does what this one cannot.
   * Any other database is compared with its copy in a while.
   */
  async meet(database: IDBPDatabase<Schema>): Promise<void> {
    if (!hasCaches()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, RESTORE_MS);
    });
    const meeting = this.#meet(database).catch(() => undefined);
    await Promise.race([meeting, late]).finally(() => clearTimeout(timer));
  }

  /** Brings a change of the database to the copy, in the background. */
  note(changed: Changed): void {
    if (!hasCaches()) return;
    const writing = this.#copy
      .note(changed)
      .catch(() => undefined)
      .finally(() => unwritten.delete(writing));
    unwritten.add(writing);
  }

  /**
   * Removes rows from the copy once the copies have all that this page has brought to them: a file that moves from one
   * database to another is then never without a copy.
   */
  dropLater(places: readonly Place[]): void {
    if (!hasCaches() || places.length === 0) return;
    const dropping = copiesWritten()
      .then(() => this.#copy.note({ drop: places }))
      .finally(() => unwritten.delete(dropping));
    unwritten.add(dropping);
  }

  /** The row of the copy at a place; undefined without one, or when the browser does not answer in time. */
  async row(place: Place): Promise<CopiedRow | undefined> {
    return hasCaches() ? await inTime(() => this.#copy.row(place)) : undefined;
  }

  /** Removes the copies of files from a full device; false when there is none. */
  async makeRoom(): Promise<boolean> {
    return (await inTime(dropFileCopies)) ?? false;
  }

  async #meet(database: IDBPDatabase<Schema>): Promise<void> {
    if (!(await isRestored(database))) await this.#restore(database);
    else setTimeout(() => void this.#align(database).catch(() => undefined), ALIGN_MS);
  }

  async #restore(database: IDBPDatabase<Schema>): Promise<void> {
    const end = async () => await this.#end(database);
    if (!(await caches.has(this.#name))) return await end();
    const copy = this.#copy;
    copy.isAlone = true;
    await this.#put(database, await copy.rows());
    const putFiles = async () => {
      for await (const row of copy.rowsWithFiles()) await this.#put(database, [row]);
      await end();
      copy.isAlone = false;
    };
    // The files follow in the background: a reader takes one that is not there yet from the copy.
    void putFiles().catch(() => undefined);
  }

  /** Notes that the copy was put back. */
  async #end(database: IDBPDatabase<Schema>): Promise<void> {
    // Chromium takes a database for damaged that dies with two open changes of different stores, so all have one in common.
    const stores = untyped(database);
    const change = stores.transaction([...stores.objectStoreNames], "readwrite");
    await change.objectStore(RESTORED).put(true, RESTORED);
    await change.done;
  }

  async #put(database: IDBPDatabase<Schema>, rows: readonly CopiedRow[]): Promise<void> {
    const change = database.transaction([...this.#copied.stores], "readwrite");
    try {
      await this.#copied.restore(change, rows);
      await change.done;
    } catch (error) {
      change.done.catch(() => undefined);
      throw error;
    }
  }

  async #align(database: IDBPDatabase<Schema>): Promise<void> {
    const rows = () => this.#copied.rows(database);
    const isNothing = !(await caches.has(this.#name)) && (await rows()).length === 0;
    if (!isNothing) await this.#copy.align(rows);
  }

  get #copy(): SecondCopy {
    return secondCopyOf(this.#name);
  }
}

/** True also for a database that an earlier version of the app has made: it has no copy yet. */
async function isRestored<Schema extends DBSchema>(
  database: IDBPDatabase<Schema>,
): Promise<boolean> {
  const stores = untyped(database);
  if (!stores.objectStoreNames.contains(RESTORED)) return true;
  return (await stores.get(RESTORED, RESTORED)) !== undefined;
}

/** The Cache API exists only on https and on localhost. */
function hasCaches(): boolean {
  return "caches" in globalThis;
}

/** The database with the store that its schema does not name. */
function untyped<Schema extends DBSchema>(database: IDBPDatabase<Schema>): IDBPDatabase {
  return database as unknown as IDBPDatabase;
}
