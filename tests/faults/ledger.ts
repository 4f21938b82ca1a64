import { createHash } from "node:crypto";

/** The outcome of a request: unknown until an answer comes, and for good when it was sent once only. */
export type Fate = "asked" | "made" | "removal asked" | "removed";

/** The requests and answers of a run's clients, to be compared with the stored rows. Names are never used twice. */
export class Ledger {
  readonly projects = new Map<string, Fate>();
  readonly photos = new Map<string, Fate>();
  readonly notes = new Map<string, Fate>();
  /** The due date that was acknowledged last, by task. */
  readonly dueDates = new Map<string, string>();
  /** The expected hash of a photo's bytes, by its name. */
  readonly hashes = new Map<string, string>();
  /** Faults that clients saw at once. */
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
