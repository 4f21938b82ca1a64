import { nextTurn } from "./next-turn.ts";

/**
 * A value that is created on first use. A browser's first date format and first collator take longer than the rest of a
 * page's code.
 */
export function whenUsed<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Makes such values before they are used, each in a turn of its own: the drawing that uses one first then does not wait for it. */
export async function makeInTurns(values: readonly (() => unknown)[]): Promise<void> {
  for (const make of values) {
    await nextTurn();
    make();
  }
}
