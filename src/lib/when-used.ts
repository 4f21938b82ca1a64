import { nextTurn } from "./next-turn.ts";

/**
 * A value that is created on first use. A browser's first date format and first collator take longer than the rest of a
 * page's code.
 */
export function whenUsed<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Creates such values early, each in a task of its own, so that the first render that uses one need not wait. */
export async function makeInTurns(values: readonly (() => unknown)[]): Promise<void> {
  for (const make of values) {
    await nextTurn();
    make();
  }
}
