import { matchOf, noMatch } from "./wordMatch.ts";
import { fold, wordsOf } from "./words.ts";

/** Letters of an excerpt, and those of them that stand before the first word that was sought. */
const maxLetters = 120;
const maxBefore = 30;

/** The line of a text around the first word that was sought; the beginning of the text where none of them is in it. */
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

/** The number of letters before the first word that was sought; 0 without one. */
function placeOf(text: string, words: readonly string[]): number {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const folded = fold(word);
    if (words.some((one) => matchOf(folded, one) !== noMatch))
      return Array.from(text.slice(0, index)).length;
  }
  return 0;
}

/** The beginning of a word that stands a little before a place; the place less so many letters where no word begins. */
function wordBefore(letters: readonly string[], at: number): number {
  const from = at - maxBefore;
  const blank = letters.slice(from, at).indexOf(" ");
  return blank === -1 ? from : from + blank + 1;
}
