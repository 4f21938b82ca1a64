/**
 * The beginning of a text that somebody outside chose. Halves of characters are left out, which no table takes: those in the text,
 * and one that the cut makes.
 */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}/gu, "");
}
