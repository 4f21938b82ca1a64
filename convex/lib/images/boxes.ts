import { countPiece, type Source, textAt } from "./bytes.ts";

/** One box of an ISO media file: its type, its start, the start of its content, and its end, as offsets in the file. */
export type Box = { type: string; start: number; body: number; end: number };

/**
 * The boxes from `from` to `to`. The iteration ends at the first box that does not fit, because the bytes after it are
 * no box.
 */
export function* boxesIn(source: Source, from: number, to: number): Generator<Box> {
  for (let start = from; start + 8 <= to;) {
    countPiece(source);
    const box = boxAt(source, start, to);
    if (box === null) return;
    yield box;
    start = box.end;
  }
}

/** The box at `start`; null when its length is invalid or it would end after `to`. */
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
