import { matchOf, noMatch } from "./wordMatch.ts";
import { fold, wordsOf } from "./words.ts";

/** A piece of a text; `isMarked` is true when it matches the search. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/** Splits a text into pieces. The matching beginnings of its words are marked. */
export function markedPieces(text: string, sought: string): Piece[] {
  const words = wordsOf(sought);
  const pieces: Piece[] = [];
  const add = (piece: string, isMarked: boolean) => {
    const last = pieces.at(-1);
    if (piece === "") return;
    if (last?.isMarked === isMarked) last.text += piece;
    else pieces.push({ text: piece, isMarked });
  };
  for (const part of text.split(/([\p{L}\p{M}\p{N}]+)/u)) {
    const folded = fold(part);
    const lengths = words.flatMap((word) =>
      folded !== "" && matchOf(folded, word) !== noMatch ? word.length : [],
    );
    const end = endOf(part, Math.max(0, ...lengths));
    add(part.slice(0, end), true);
    add(part.slice(end), false);
  }
  return pieces;
}

/** The end, in a word as it is written, of the first `length` letters of the folded word: "ß" folds to two. */
function endOf(word: string, length: number): number {
  let [end, folded] = [0, 0];
  for (const letter of word) {
    const inFolded = fold(letter).length;
    // An accent that stands after its letter folds to nothing and belongs to the letter.
    if (folded >= length && (inFolded > 0 || length === 0)) break;
    folded += inFolded;
    end += letter.length;
  }
  return end;
}
