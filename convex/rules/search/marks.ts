import { matchOf, noMatch } from "./wordMatch.ts";
import { fold, wordsOf } from "./words.ts";

/** A piece of a text, marked where it is what was sought. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/** A text in pieces: the beginnings of its words that were sought are marked. */
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
