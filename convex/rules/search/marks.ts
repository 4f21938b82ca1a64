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
    const length = Math.max(0, ...lengths);
    add(part.slice(0, length), true);
    add(part.slice(length), false);
  }
  return pieces;
}
