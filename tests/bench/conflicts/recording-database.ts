import type { Database, StateWriter, WriteTransaction } from "convex-host/inside";
import type { Sets, Write } from "./sets.ts";

type Change =
  ReturnType<StateWriter["finish"]>["layer"]["changes"] extends Iterable<infer Item> ? Item : never;

type Reader = ReturnType<ReturnType<Database["snapshot"]>["begin"]>;

/** The documents that one transaction read and wrote, with their sizes in bytes as Convex counts them. */
export type Used = {
  documentsRead: number;
  bytesRead: number;
  documentsWritten: number;
  bytesWritten: number;
  /** The bytes of the keys that the transaction wrote to the indexes of the schema. */
  indexBytesWritten: number;
};

export type Recorded = Sets & { used: Used };

/** A database that records the reads and writes of a single transaction during some work. */
export class RecordingDatabase {
  /** The same database with its commits, and its reads outside of mutations, recorded. */
  readonly database: Database;
  readonly #names = new Map<number, string>();
  /** The indexes that every table has; Convex does not count the bytes of their keys. */
  readonly #ofEveryTable = new Set<number>();
  #committed: WriteTransaction[] = [];
  #read: Reader[] = [];

  constructor(stored: Database) {
    const noteCommit = (tx: WriteTransaction) => this.#committed.push(tx);
    const noteRead = (tx: Reader) => this.#read.push(tx);
    this.database = overridden(stored, {
      commit: (...args) => {
        noteCommit(args[0]);
        return stored.commit(...args);
      },
      snapshot: () => {
        const snapshot = stored.snapshot();
        return overridden(snapshot, {
          begin: (options) => {
            const tx = snapshot.begin(options);
            noteRead(tx);
            return tx;
          },
        });
      },
    });
  }

  /** Does the work, which must commit once. */
  async record(work: () => Promise<unknown>): Promise<Recorded> {
    this.#committed = [];
    await work();
    const tx = only(this.#committed, "committed") as StateWriter;
    const writes: Write[] = [];
    let indexBytesWritten = 0;
    for (const change of tx.finish().layer.changes) {
      writes.push(this.#writeOf(change));
      for (const { index, key } of change.after?.keys ?? [])
        if (!this.#ofEveryTable.has(index)) indexBytesWritten += key.length;
    }
    return { ...this.#readsOf(tx), writes, used: usedBy(tx, indexBytesWritten) };
  }

  /** Runs the work, which must run exactly one query. */
  async recordQuery(work: () => Promise<unknown>): Promise<Recorded> {
    this.#read = [];
    await work();
    const tx = only(this.#read, "read");
    return { ...this.#readsOf(tx), writes: [], used: usedBy(tx, 0) };
  }

  #readsOf({ reads }: Reader): Pick<Sets, "reads"> {
    const ranges = new Map<string, { lower: string; upper: string | null }[]>();
    for (const { index, lower, upper } of reads.ranges) {
      const name = this.#nameOf(index);
      ranges.set(name, [...(ranges.get(name) ?? []), { lower, upper }]);
    }
    return { reads: { documents: new Set(reads.documents), ranges } };
  }

  #writeOf({ id, table, before, after }: Change): Write {
    const keys = [...before, ...(after?.keys ?? [])].map(({ index, key }) => ({
      ...{ index: this.#nameOf(index), key },
    }));
    return { id, table: table.name, keys };
  }

  #nameOf(index: number): string {
    if (this.#names.size === 0) this.#nameIndexes();
    return this.#names.get(index) ?? `index ${index}`;
  }

  /** Reads the names of all indexes in a transaction, which is then discarded. */
  #nameIndexes(): void {
    const tx = this.database.begin({ nowMs: 0 }) as StateWriter;
    for (const { byId, byCreationTime, indexes } of tx.finish().tables.all) {
      for (const { id, table, name } of [byId, byCreationTime, ...indexes.values()])
        this.#names.set(id, `${table}.${name}`);
      for (const { id } of [byId, byCreationTime]) this.#ofEveryTable.add(id);
    }
    this.database.rollback(tx);
  }
}

function usedBy(tx: Reader, indexBytesWritten: number): Used {
  const { documentsRead, bytesRead, documentsWritten, bytesWritten } = tx.metrics();
  return {
    ...{ documentsRead: documentsRead.used, bytesRead: bytesRead.used },
    ...{ documentsWritten: documentsWritten.used, bytesWritten: bytesWritten.used },
    indexBytesWritten,
  };
}

function only<Item>(items: readonly Item[], did: string): Item {
  const [first, ...others] = items;
  if (first === undefined || others.length > 0)
    throw new Error(`The work ${did} ${items.length} times.`);
  return first;
}

/** Returns a proxy of the object with some methods replaced. */
function overridden<Target extends object>(target: Target, others: Partial<Target>): Target {
  return new Proxy(target, {
    get(_, name) {
      const other = Reflect.get(others, name) as unknown;
      if (other !== undefined) return other;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
