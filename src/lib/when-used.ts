/**
 * A value that is created on first use. A browser's first date format and first collator take longer than the rest of a
 * page's code.
 */
export function whenUsed<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
