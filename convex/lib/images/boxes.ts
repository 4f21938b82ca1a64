import { countPiece, type Source, textAt } from "./bytes.ts";

/** One box of an ISO media file: what it is called, and where it, its content and its end are. */
export type Box = { type: string; start: number; body: number; end: number };

/** The boxes from `from` to `to`, up to one that does not fit: what follows is no box. */
export function* boxesIn(source: Source, from: number, to: number): Generator<Box> {
  for (let start = from; start + 8 <= to;) {
    countPiece(source);
    const box = boxAt(source, start, to);
    if (box === null) return;
    yield box;
    start = box.end;
  }
}

/** The box at `start`, or null where none fits before `to`. */
export function boxAt(source: Source, start: number, to: number): Box | null {
  const short = source.view.getUint32(start);
  const isLong = short === 1;
  if (isLong && start + 16 > to) return null;
  const body = start + (isLong ? 16 : 8);
  const size = isLong ? Number(source.view.getBigUint64(start + 8)) : short;
  const end = short === 0 ? to : start + size;
  if (end < body || end > to) return null;
  return { type: textAt(source, start + 4, 4), start, body, end };
}
