import type { Database, StateWriter, WriteTransaction } from "convex-host/inside";
import type { Sets, Write } from "./sets.ts";

type Change =
  ReturnType<StateWriter["finish"]>["layer"]["changes"] extends Iterable<infer Item> ? Item : never;

/** A database that can tell what the one transaction of a stretch of work read and wrote. */
export class RecordingDatabase {
  /** The same database; its commits are noted. */
  readonly database: Database;
  readonly #names = new Map<number, string>();
  #committed: WriteTransaction[] = [];

  constructor(stored: Database) {
    const note = (tx: WriteTransaction) => this.#committed.push(tx);
    this.database = new Proxy(stored, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (name !== "commit") return value.bind(target) as unknown;
        return (...args: Parameters<Database["commit"]>) => {
          note(args[0]);
          return target.commit(...args);
        };
      },
    });
  }

  /** Does the work, which must commit once. */
  async record(work: () => Promise<unknown>): Promise<Sets> {
    this.#committed = [];
    await work();
    const [tx, ...others] = this.#committed;
    if (tx === undefined || others.length > 0)
      throw new Error(`The work committed ${this.#committed.length} times.`);
    return this.#setsOf(tx as StateWriter);
  }

  #setsOf(tx: StateWriter): Sets {
    const { layer, tables } = tx.finish();
    for (const { indexes, byId } of tables.all)
      for (const { id, table, name } of [byId, ...indexes.values()])
        this.#names.set(id, `${table}.${name}`);
    const ranges = new Map<string, { lower: string; upper: string | null }[]>();
    for (const { index, lower, upper } of tx.reads.ranges) {
      const name = this.#nameOf(index);
      ranges.set(name, [...(ranges.get(name) ?? []), { lower, upper }]);
    }
    const writes = [...layer.changes].map((change) => this.#writeOf(change));
    return { reads: { documents: new Set(tx.reads.documents), ranges }, writes };
  }

  #writeOf({ id, table, before, after }: Change): Write {
    const keys = [...before, ...(after?.keys ?? [])].map(({ index, key }) => ({
      ...{ index: this.#nameOf(index), key },
    }));
    return { id, table: table.name, keys };
  }

  #nameOf(index: number): string {
    return this.#names.get(index) ?? `index ${index}`;
  }
}
