import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** The connection to a database of this device, made anew when the browser has closed it. */
export class KeptConnection<Schema extends DBSchema> {
  readonly #name: string;
  readonly #create: (database: IDBPDatabase<Schema>) => void;
  #opened: Promise<IDBPDatabase<Schema>> | null = null;
  /** The database as soon as it is open, for those who cannot wait a moment. */
  #database: IDBPDatabase<Schema> | null = null;

  /** `create` makes the stores of a database that is not there yet. */
  constructor(name: string, create: (database: IDBPDatabase<Schema>) => void) {
    this.#name = name;
    this.#create = create;
  }

  open(): Promise<IDBPDatabase<Schema>> {
    const close = () => {
      void this.#opened?.then((database) => database.close());
      this.#forget();
    };
    this.#opened ??= this.#take(
      openDB<Schema>(this.#name, 1, {
        upgrade: (database) => this.#create(database),
        // A newer program wants to change the database; this page must not stand in its way.
        blocking: close,
        terminated: close,
      }),
    );
    return this.#opened;
  }

  /** Begins at once where the connection is open, and once more when it turns out to be closed, however `start` tells. */
  async begin<Begun>(
    start: (database: IDBPDatabase<Schema>) => Begun | Promise<Begun>,
  ): Promise<Begun> {
    const known = this.#database ?? (await this.open().catch(() => null));
    try {
      if (known !== null) {
        const begun = start(known);
        // A transaction has its work in this very moment.
        return begun instanceof Promise ? await begun : begun;
      }
    } catch (error) {
      if (!isOfClosed(error)) throw error;
    }
    this.#forget();
    return await start(await this.open());
  }

  async #take(opening: Promise<IDBPDatabase<Schema>>): Promise<IDBPDatabase<Schema>> {
    const database = await opening;
    this.#database = database;
    return database;
  }

  #forget(): void {
    this.#opened = null;
    this.#database = null;
  }
}

function isOfClosed(error: unknown): boolean {
  return error instanceof Error && error.name === "InvalidStateError";
}
