import { matchOf, noMatch } from "./wordMatch.ts";
import { fold, wordsOf } from "./words.ts";

/** The maximum number of characters of an excerpt, and of those before the first matching word. */
const maxLetters = 120;
const maxBefore = 30;

/** The part of a text around the first word that matches the search; the beginning of the text when none matches. */
export function excerptOf(text: string, sought: string): string {
  const letters = Array.from(text.replaceAll(/\s+/gu, " ").trim());
  if (letters.length <= maxLetters) return letters.join("");
  const at = placeOf(letters.join(""), wordsOf(sought));
  const last = letters.length - maxLetters;
  const start = at <= maxBefore ? 0 : Math.min(wordBefore(letters, at), last);
  const end = start + maxLetters;
  const before = start > 0 ? "…" : "";
  const after = end < letters.length ? "…" : "";
  return `${before}${letters.slice(start, end).join("").trim()}${after}`;
}

/** The number of characters before the first word that matches; 0 when none matches. */
function placeOf(text: string, words: readonly string[]): number {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const folded = fold(word);
    if (words.some((one) => matchOf(folded, one) !== noMatch))
      return Array.from(text.slice(0, index)).length;
  }
  return 0;
}

/**
 * The start of a word up to `maxBefore` characters before a position; exactly so many before it when no word starts
 * there.
 */
function wordBefore(letters: readonly string[], at: number): number {
  const from = at - maxBefore;
  const blank = letters.slice(from, at).indexOf(" ");
  return blank === -1 ? from : from + blank + 1;
}
