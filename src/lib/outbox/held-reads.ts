import { answers } from "../answers/answers.ts";
import type { LiveClient } from "../answers/entry.ts";

/**
 * Subscribes, while there is no connection, to the reads that shown changes are computed from: a unit's card counts its
 * changed task from the list of its tasks, whose dialog may have closed. With a connection, a change is confirmed
 * sooner than such a read would be answered.
 */
export class HeldReads {
  readonly #client: LiveClient;
  readonly #hasLine: () => boolean;
  readonly #ends = new Map<string, () => void>();

  constructor(client: LiveClient, hasLine: () => boolean) {
    this.#client = client;
    this.#hasLine = hasLine;
  }

  /** Subscribes to exactly these questions. */
  set(keys: ReadonlySet<string>): void {
    for (const key of keys) {
      if (this.#ends.has(key) || this.#hasLine()) continue;
      this.#ends.set(
        key,
        answers.claim(this.#client, key, () => undefined),
      );
    }
    for (const [key, end] of this.#ends) {
      if (keys.has(key)) continue;
      this.#ends.delete(key);
      end();
    }
  }
}
