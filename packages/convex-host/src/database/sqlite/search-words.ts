import { searchLimits } from "../../values/value-limits.ts";

const runsOfLetters = /[\p{Alphabetic}\p{N}]+/gu;
const onlyAscii = /^[\0-\x7f]*$/;

/**
 * The words of a text, as Convex splits it: runs of letters and digits of any script, in lower case. Words of 32 bytes
 * or more are dropped.
 */
export function wordsOf(text: string): string[] {
  return firstWords(text, Infinity);
}

/** The first `most` words of a text. It reads no further, because a client may send a text of millions of words. */
export function firstWords(text: string, most: number): string[] {
  const words: string[] = [];
  for (const [run] of text.matchAll(runsOfLetters)) {
    if (isShort(run)) words.push(lowerCase(run));
    if (words.length === most) break;
  }
  return words;
}

function isShort(run: string): boolean {
  return Buffer.byteLength(run) < searchLimits.wordBytes;
}

/** Lower-cases each letter by itself: the end of a word must not change the letters before it. */
function lowerCase(run: string): string {
  if (onlyAscii.test(run)) return run.toLowerCase();
  return [...run].map((letter) => letter.toLowerCase()).join("");
}
