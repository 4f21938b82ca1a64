/**
 * The first `length` UTF-16 units of a text from outside. Lone surrogates are removed, because no table stores them:
 * those in the text, and one that the cut leaves.
 */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}/gu, "");
}

/** Embeddings, overrides and isolates of directions. One that is left open turns the rest of its line, other texts included. */
const turning = /[\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/**
 * A text in which nothing is visible. Fillers of Hangul, joiners, tags and variation selectors are "ignorable"; the
 * blank Braille pattern and the marks of annotations are not.
 */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u{2800}\u{FFF9}-\u{FFFB}]*$/u;

/**
 * A typed text without blanks around it, and "" when nothing of it is visible. Marks of direction and joiners within a
 * text stay, because scripts and emoji need them.
 */
export function tidied(text: string): string {
  return blank.test(text) ? "" : text.replace(turning, "").trim();
}
