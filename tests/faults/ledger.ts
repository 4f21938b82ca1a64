import { createHash } from "node:crypto";

/**
 * The outcome of a request. It is unknown until an answer arrives, and stays unknown if an unanswered request was sent
 * only once.
 */
export type Fate = "asked" | "made" | "removal asked" | "removed";

/** Records the requests and answers of a run's clients, to compare them with the stored rows. Names are unique. */
export class Ledger {
  readonly projects = new Map<string, Fate>();
  readonly photos = new Map<string, Fate>();
  readonly notes = new Map<string, Fate>();
  /** The due date that was acknowledged last, by task. */
  readonly dueDates = new Map<string, string>();
  /** The expected hash of a photo's bytes, by its name. */
  readonly hashes = new Map<string, string>();
  /** Faults that clients noticed during the run. */
  readonly wrongs: string[] = [];
  readonly acknowledged: Record<string, number> = {};
  #count = 0;
  #waiting: { count: number; resolve: () => void }[] = [];

  /** Counts one answer. */
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

  /** Resolves after this many more answers. */
  after(more: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ count: this.#count + more, resolve }));
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}
