import { answers } from "./answers.ts";
import type { LiveClient, Seen } from "./entry.ts";

/** The knowledge about several questions: their answers in order, undefined until there are all of them. */
export interface SeenTogether {
  answers: readonly unknown[] | undefined;
  /** Each question by itself. */
  each: readonly Seen[];
}

/** The questions that one hook reads. What it returns is the same object until something of it is another. */
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

  /** Reads these questions live from now on, and no others. */
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
    // An answer may have come between the render and now.
    this.#listener?.();
  }
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}
