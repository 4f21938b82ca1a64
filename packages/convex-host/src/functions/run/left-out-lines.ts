import type { JsonObject } from "../../values/json.ts";

/** The most kinds, and the most addresses of a kind, that are told apart. It bounds the memory. */
const mostKinds = 20;
const mostAddresses = 1000;
/** The kind of lines without one, and of lines with too many kinds. */
const others = "unknown";

type Count = { more: number; addresses: Set<string> };

/** Counts audit lines that are not stored, so that their number is reported. */
export class LeftOutLines {
  readonly #byKind = new Map<string, Count>();

  get isEmpty(): boolean {
    return this.#byKind.size === 0;
  }

  add({ kind, address }: JsonObject): void {
    const count = this.#countOf(typeof kind === "string" ? kind : others);
    count.more += 1;
    if (typeof address === "string" && count.addresses.size < mostAddresses)
      count.addresses.add(address);
  }

  /** One line for each kind: how many more there were, and from how many addresses. */
  lines(): JsonObject[] {
    return [...this.#byKind].map(([kind, { more, addresses }]) => ({
      ...{ kind, details: { more, addresses: addresses.size } },
    }));
  }

  clear(): void {
    this.#byKind.clear();
  }

  #countOf(kind: string): Count {
    const known = this.#byKind.get(kind);
    if (known !== undefined) return known;
    if (this.#byKind.size >= mostKinds && kind !== others) return this.#countOf(others);
    const count = { more: 0, addresses: new Set<string>() };
    this.#byKind.set(kind, count);
    return count;
  }
}
