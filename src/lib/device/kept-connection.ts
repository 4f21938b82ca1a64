import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { isDeviceFull } from "../errors.ts";
import type { CopyLine } from "./copy-line.ts";

/** A connection to a database of this device. It is opened again after the browser has closed it. */
export class KeptConnection<Schema extends DBSchema> {
  readonly #name: string;
  readonly #create: (database: IDBPDatabase<Schema>) => void;
  readonly #onOpen: () => void;
  readonly #copy: CopyLine<Schema> | null;
  #opened: Promise<IDBPDatabase<Schema>> | null = null;
  /** The open database, for callers that must not wait for a promise; null until it is open. */
  #database: IDBPDatabase<Schema> | null = null;

  /**
   * `create` makes the object stores of a new database. `onOpen` is called with each new connection, which may lead to a
   * database that another page has made. `copy` is for a database that has a second copy: a new one begins with what
   * that has.
   */
  constructor(
    name: string,
    create: (database: IDBPDatabase<Schema>) => void,
    {
      onOpen = () => undefined,
      copy = null,
    }: { onOpen?: () => void; copy?: CopyLine<Schema> | null } = {},
  ) {
    this.#name = name;
    this.#create = create;
    this.#onOpen = onOpen;
    this.#copy = copy;
  }

  open(): Promise<IDBPDatabase<Schema>> {
    this.#opened ??= this.#openNew();
    return this.#opened;
  }

  /**
   * Calls `start` synchronously if the connection is open. When the connection turns out to be closed, it opens a new
   * one and calls `start` once more, whether `start` threw or rejected. It also does so on a full device once the second
   * copies of files have made room.
   */
  async begin<Begun>(
    start: (database: IDBPDatabase<Schema>) => Begun | Promise<Begun>,
  ): Promise<Begun> {
    const opened = this.open();
    const known = this.#database ?? (await opened.catch(() => null));
    try {
      if (known !== null) {
        const begun = start(known);
        // A transaction must get its first request synchronously.
        return begun instanceof Promise ? await begun : begun;
      }
    } catch (error) {
      if (!isOfClosed(error)) {
        if (isDeviceFull(error) && (await this.#copy?.makeRoom()))
          return await start(await this.open());
        throw error;
      }
      known?.close();
    }
    this.#forget(opened);
    return await start(await this.open());
  }

  #openNew(): Promise<IDBPDatabase<Schema>> {
    const close = () => {
      void opened.then((database) => database.close());
      this.#forget(opened);
    };
    // Without a version, a new database has the first one, and one that a newer version of the app has raised opens as it
    // is.
    const opening = openDB<Schema>(this.#name, undefined, {
      upgrade: (database) => {
        this.#create(database);
        this.#copy?.prepare(database);
      },
      // A newer version of the app wants to upgrade the database, and this page must not block it.
      blocking: close,
      terminated: close,
    });
    const opened = opening.then(async (database) => {
      await this.#copy?.meet(database);
      this.#onOpen();
      return (this.#database = database);
    });
    return opened;
  }

  /** Forgets a connection that has ended, unless another work has met its end before and has opened a new one. */
  #forget(opened: Promise<IDBPDatabase<Schema>>): void {
    if (this.#opened !== opened) return;
    this.#opened = null;
    this.#database = null;
  }
}

/**
 * The reason for a failed transaction. The browser ends one on a full device as a whole: its own failure names the
 * reason, and those of its requests say only that it has ended.
 */
export function reasonOf({ error: own }: { error: DOMException | null }, error: unknown): unknown {
  return own ?? error;
}

/** The error names of a closed connection, and of one that iOS has ended while the page was in the background. */
const CLOSED = ["InvalidStateError", "UnknownError"];

function isOfClosed(error: unknown): boolean {
  return error instanceof Error && CLOSED.includes(error.name);
}
