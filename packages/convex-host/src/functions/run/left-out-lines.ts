import type { JsonObject } from "../../values/json.ts";

/** Kinds and addresses that are told apart: who makes up more of them fills no memory. */
const mostKinds = 20;
const mostAddresses = 1000;
/** The kind of those without one, and of kinds too many. */
const others = "unknown";

type Count = { more: number; addresses: Set<string> };

/** Audit lines that nobody keeps, by number: that they were there is told all the same. */
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
