import { answers } from "../answers/answers.ts";
import type { LiveClient } from "../answers/entry.ts";

/**
 * The reads that changes stand on while there is no line: a card counts the changed task of its unit from the list of its
 * tasks, which may be closed by then. With a line a change is confirmed sooner than such a read would answer.
 */
export class HeldReads {
  readonly #client: LiveClient;
  readonly #hasLine: () => boolean;
  readonly #ends = new Map<string, () => void>();

  constructor(client: LiveClient, hasLine: () => boolean) {
    this.#client = client;
    this.#hasLine = hasLine;
  }

  /** Reads these questions from now on, and no others. */
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
