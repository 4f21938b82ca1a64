/** The ways in which a sought word can match a word, best first; 0 is no match. */
export const noMatch = 0;
export const exact = 1;
export const beginning = 2;
export const error = 3;

export type WordMatch = typeof noMatch | typeof exact | typeof beginning | typeof error;

/** The minimum length of a sought word in which one error is forgiven. */
const minLetters = 5;

/**
 * The way in which a sought word matches a word, both folded: exactly, as its beginning, or with one letter added,
 * missing, changed or swapped with its neighbour. Words with digits forgive no error, because the result would be
 * another number.
 */
export function matchOf(word: string, sought: string): WordMatch {
  if (word.startsWith(sought)) return word.length === sought.length ? exact : beginning;
  if (!forgives(sought)) return noMatch;
  return beginsWithError(word, sought) ? error : noMatch;
}

/** True when a sought word matches one of these words. */
export function isWordIn(words: readonly string[], sought: string): boolean {
  return words.some((word) => matchOf(word, sought) !== noMatch);
}

/** True for a sought word in which one error is forgiven. */
function forgives(sought: string): boolean {
  return sought.length >= minLetters && !/\p{N}/u.test(sought);
}

/** True when the word begins with the sought word except for one error. */
function beginsWithError(word: string, sought: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === sought[at]) at += 1;
  const rest = sought.slice(at + 1);
  const isAdded = word.startsWith(rest, at);
  const isChanged = at < word.length && word.startsWith(rest, at + 1);
  const isMissing = word.startsWith(sought.slice(at), at + 1);
  const isSwapped =
    word[at] === sought[at + 1] &&
    word[at + 1] === sought[at] &&
    word.startsWith(sought.slice(at + 2), at + 2);
  return isAdded || isChanged || isMissing || isSwapped;
}
