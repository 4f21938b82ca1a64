/**
 * A value that is made when it is first used. A browser takes longer for its first format of dates, and its first order of names,
 * than for the rest of the code of a page.
 */
export function whenUsed<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
