import { createHash } from "node:crypto";

/** What became of something that was asked for: unknown until an answer came, and for good when it was asked once only. */
export type Fate = "asked" | "made" | "removal asked" | "removed";

/** What the clients of a run asked for and were told, to be compared with what is stored. Names are never used twice. */
export class Ledger {
  readonly projects = new Map<string, Fate>();
  readonly photos = new Map<string, Fate>();
  readonly notes = new Map<string, Fate>();
  /** The due date that was acknowledged last, by task. */
  readonly dueDates = new Map<string, string>();
  /** What the bytes of a photo must hash to, by its name. */
  readonly hashes = new Map<string, string>();
  /** What people saw at once to be wrong. */
  readonly wrongs: string[] = [];
  readonly acknowledged: Record<string, number> = {};
  #count = 0;
  #waiting: { count: number; resolve: () => void }[] = [];

  /** Notes one answer. */
  acknowledge(what: string): void {
    this.acknowledged[what] = (this.acknowledged[what] ?? 0) + 1;
    this.#count += 1;
    const isReached = ({ count }: { count: number }) => count <= this.#count;
    for (const { resolve } of this.#waiting.filter(isReached)) resolve();
    this.#waiting = this.#waiting.filter((waiting) => !isReached(waiting));
  }

  get count(): number {
    return this.#count;
  }

  /** Resolves after so many more answers. */
  after(more: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ count: this.#count + more, resolve }));
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}
