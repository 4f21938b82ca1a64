import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** The connection to a database of this device, made anew when the browser has closed it. */
export class KeptConnection<Schema extends DBSchema> {
  readonly #name: string;
  readonly #create: (database: IDBPDatabase<Schema>) => void;
  #opened: Promise<IDBPDatabase<Schema>> | null = null;

  /** `create` makes the stores of a database that is not there yet. */
  constructor(name: string, create: (database: IDBPDatabase<Schema>) => void) {
    this.#name = name;
    this.#create = create;
  }

  open(): Promise<IDBPDatabase<Schema>> {
    const close = () => {
      void this.#opened?.then((database) => database.close());
      this.#opened = null;
    };
    this.#opened ??= openDB<Schema>(this.#name, 1, {
      upgrade: (database) => this.#create(database),
      // A newer program wants to change the database; this page must not stand in its way.
      blocking: close,
      terminated: close,
    });
    return this.#opened;
  }

  /** Begins once more when the connection turns out to be closed. */
  async begin<Transaction>(
    start: (database: IDBPDatabase<Schema>) => Transaction,
  ): Promise<Transaction> {
    try {
      return start(await this.open());
    } catch {
      this.#opened = null;
      return start(await this.open());
    }
  }
}
