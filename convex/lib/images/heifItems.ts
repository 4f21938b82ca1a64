import { type Box, boxesIn } from "./boxes.ts";
import { countPiece, type Source, textAt } from "./bytes.ts";

/** A range of bytes of a file, from `start` up to but not including `end`. */
export type Extent = { start: number; end: number };

/**
 * An item of a HEIF file, such as an image or its EXIF block, with the ranges of its bytes. `isHidden` is true when a
 * range lies inside another item or behind a data reference, which is not followed; such ranges are left out.
 */
export type Item = { id: number; type: string } & Place;

type Place = { extents: Extent[]; isHidden: boolean };

/** The items that a "meta" box lists. */
export function itemsIn(source: Source, meta: Box): Item[] {
  const boxes = [...boxesIn(source, meta.body + 4, meta.end)];
  const places = boxes.filter(({ type }) => type === "iloc");
  const data = boxes.find(({ type }) => type === "idat");
  const placeById = new Map(places.flatMap((box) => [...placesIn(source, box, data)]));
  return boxes
    .filter(({ type }) => type === "iinf")
    .flatMap((box) => typesIn(source, box))
    .map(({ id, type }) => ({ id, type, ...(placeById.get(id) ?? nowhere) }));
}

/** The id and type of each item; each "infe" box describes one. */
function typesIn(source: Source, list: Box): { id: number; type: string }[] {
  const { view } = source;
  const countLength = view.getUint8(list.body) === 0 ? 2 : 4;
  return [...boxesIn(source, list.body + 4 + countLength, list.end)]
    .filter(({ type }) => type === "infe")
    .flatMap(({ body }) => {
      const version = view.getUint8(body);
      // Before version 2, items are not images but texts with a media type.
      if (version < 2) return [{ id: view.getUint16(body + 4), type: "mime" }];
      const idLength = version === 2 ? 2 : 4;
      const id = version === 2 ? view.getUint16(body + 4) : view.getUint32(body + 4);
      return [{ id, type: textAt(source, body + 4 + idLength + 2, 4) }];
    });
}

const nowhere: Place = { extents: [], isHidden: false };
const [inFile, inMeta] = [0, 1];

/** The place of each item, by its id. */
function* placesIn(
  source: Source,
  { body }: Box,
  data: Box | undefined,
): Generator<[id: number, Place]> {
  const { view } = source;
  const version = view.getUint8(body);
  const [offsetLength, lengthLength] = halves(view.getUint8(body + 4));
  const [baseLength, rest] = halves(view.getUint8(body + 5));
  const indexLength = version === 0 ? 0 : rest;
  let at = body + 6;
  const next = (length: number): number => {
    const value = numberAt(view, at, length);
    at += length;
    return value;
  };
  const idLength = version < 2 ? 2 : 4;
  for (let left = next(idLength); left > 0; left--) {
    countPiece(source);
    const id = next(idLength);
    const method = version === 0 ? inFile : next(2) & 15;
    const hasReference = next(2) !== 0;
    const isHidden = hasReference || method > inMeta;
    const base = next(baseLength);
    const extents: Extent[] = [];
    for (let count = next(2); count > 0; count--) {
      countPiece(source);
      next(indexLength);
      const offset = base + next(offsetLength);
      const length = next(lengthLength);
      if (isHidden) continue;
      const within = method === inFile ? { body: 0, end: source.bytes.length } : data;
      if (within === undefined) throw new RangeError("The data of an item is not there.");
      const start = within.body + offset;
      const end = length === 0 ? within.end : start + length;
      if (start > end || end > within.end) throw new RangeError("The file was cut off.");
      extents.push({ start, end });
    }
    yield [id, { extents, isHidden }];
  }
}

function halves(byte: number): [number, number] {
  return [byte >> 4, byte & 15];
}

function numberAt(view: DataView, at: number, length: number): number {
  switch (length) {
    case 0:
      return 0;
    case 2:
      return view.getUint16(at);
    case 4:
      return view.getUint32(at);
    case 8:
      return Number(view.getBigUint64(at));
    default:
      throw new RangeError("This is no length of a number.");
  }
}
