/** The read and write set of one transaction. Keys are binary strings, so `<` is their order in the index. */
export type Sets = { reads: Reads; writes: readonly Write[] };

type Reads = {
  documents: ReadonlySet<string>;
  /** By index. Without `upper` a range has no end. */
  ranges: ReadonlyMap<string, readonly { lower: string; upper: string | null }[]>;
};

/** One document that was written, with its places in the indexes before and after. */
export type Write = {
  id: string;
  /** A name of its table for the report, with whose row it is. */
  table: string;
  keys: readonly { index: string; key: string }[];
};

/**
 * The places at which a reader depends on what a writer wrote: by an index where a range that was read holds a key, else by the
 * document. None when both can commit in either order.
 */
export function conflictsBetween(reader: Sets, writer: Sets): Set<string> {
  const places = new Set<string>();
  for (const write of writer.writes) {
    const key = write.keys.find((written) => isRead(reader.reads, written));
    if (key !== undefined) places.add(`${write.table}, read by ${key.index}`);
    else if (reader.reads.documents.has(write.id)) places.add(`${write.table}, read by its id`);
  }
  return places;
}

function isRead({ ranges }: Reads, { index, key }: Write["keys"][number]): boolean {
  const read = ranges.get(index) ?? [];
  return read.some(({ lower, upper }) => key >= lower && (upper === null || key < upper));
}

/** Remembers what two transactions of a list conflict in: a simulation asks the same again and again. */
export class KnownConflicts {
  readonly #all: readonly Sets[];
  readonly #known = new Map<number, ReadonlySet<string>>();

  constructor(all: readonly Sets[]) {
    this.#all = all;
  }

  between(reader: number, writer: number): ReadonlySet<string> {
    const pair = reader * this.#all.length + writer;
    const found = this.#known.get(pair) ?? this.#find(reader, writer);
    this.#known.set(pair, found);
    return found;
  }

  #find(reader: number, writer: number): ReadonlySet<string> {
    const places = conflictsBetween(this.#all[reader]!, this.#all[writer]!);
    return places.size === 0 ? nothing : places;
  }
}

const nothing: ReadonlySet<string> = new Set();
