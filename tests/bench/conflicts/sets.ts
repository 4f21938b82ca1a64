/** The read and write set of one transaction. Keys are binary strings, so `<` is their order in the index. */
export type Sets = { reads: Reads; writes: readonly Write[] };

type Reads = {
  documents: ReadonlySet<string>;
  /** The ranges by index; `upper` is null for a range without an end. */
  ranges: ReadonlyMap<string, readonly { lower: string; upper: string | null }[]>;
};

/** A written document, with its index keys before and after the write. */
export type Write = {
  id: string;
  /** The table's name in the report, including whose row it is. */
  table: string;
  keys: readonly { index: string; key: string }[];
};

/**
 * Returns the places at which a reader depends on the writes of a writer: an index if one of its read ranges contains a
 * written key, or else the document. An empty set means that both can commit in either order.
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

/** Caches the conflicts between pairs of transactions, because a simulation asks for the same pairs repeatedly. */
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
