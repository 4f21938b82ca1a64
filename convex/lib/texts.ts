/**
 * The first `length` UTF-16 units of a text from outside. Lone surrogates are removed, because no table stores them:
 * those in the text, and one that the cut leaves.
 */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}/gu, "");
}
