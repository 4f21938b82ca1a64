import { answers } from "./answers.ts";
import type { LiveClient, Seen } from "./entry.ts";

/** The state of several questions: their answers in order, undefined until all are loaded. */
export interface SeenTogether {
  answers: readonly unknown[] | undefined;
  /** The state of each question. */
  each: readonly Seen[];
}

/** The questions that one hook reads. Its result stays the same object while none of its parts changes. */
export class Reading {
  readonly #client: LiveClient;
  readonly #claims = new Map<string, () => void>();
  #listener: (() => void) | undefined;
  #last: SeenTogether = { answers: [], each: [] };

  constructor(client: LiveClient) {
    this.#client = client;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listener = listener;
    return () => (this.#listener = undefined);
  };

  look(keys: readonly string[]): SeenTogether {
    const each = keys.map((key) => answers.look(this.#client, key));
    if (isSameList(each, this.#last.each)) return this.#last;
    const found = each.map(({ answer }) => answer);
    const isWhole = !found.includes(undefined);
    const last = this.#last.answers;
    const isSame = isWhole && last !== undefined && isSameList(found, last);
    this.#last = { each, answers: isSame ? last : isWhole ? found : undefined };
    return this.#last;
  }

  /** Subscribes to exactly these questions. */
  watch(keys: readonly string[]): void {
    for (const key of keys) {
      if (this.#claims.has(key)) continue;
      this.#claims.set(
        key,
        answers.claim(this.#client, key, () => this.#listener?.()),
      );
    }
    for (const [key, release] of this.#claims) {
      if (keys.includes(key)) continue;
      this.#claims.delete(key);
      release();
    }
    // An answer may have arrived between the render and this effect.
    this.#listener?.();
  }
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}
