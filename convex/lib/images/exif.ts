import { joined } from "../joined.ts";
import { bytesOf, type Source, slice, sourceOf, textAt, uint32 } from "./bytes.ts";

const exifDirectory = 0x8769;
const short = 3;
const text = 2;

/** The tags that are kept: the orientation of the image, its time, and its colour space. */
const keptTags: readonly number[] = [
  ...[0x0112, 0x0132],
  ...[0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292, 0xa001],
];
/** The tags of the first directory (IFD0); all others belong to the EXIF directory. */
const topTags: readonly number[] = [0x0112, 0x0132];

/**
 * The maximum length of a text value in bytes. The kept texts are dates, fractions of a second and time offsets; the
 * pattern allows nothing that could hold other information.
 */
const longestText = 32;
const dateText = /^[\d: +-]+\0*$/;

type Field = { tag: number; type: number; count: number; value: Uint8Array };

/**
 * A new EXIF block (TIFF) with only the harmless fields of this one; null when there are none or the block cannot be
 * read.
 */
export function harmlessExif(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    const fields = readFields(sourceOf(bytes));
    return fields.length === 0 ? null : writeTiff(fields);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readFields(source: Source): Field[] {
  const order = textAt(source, 0, 2);
  if (order !== "II" && order !== "MM") return [];
  const isLittle = order === "II";
  const found = new Map<number, Field>();
  const first = source.view.getUint32(4, isLittle);
  const below = readDirectory(source, first, { isLittle, found });
  // Only one level is followed, so a directory that points to itself is read twice at most.
  if (below !== null) readDirectory(source, below, { isLittle, found });
  return keptTags.flatMap((tag) => found.get(tag) ?? []);
}

/**
 * Adds the kept fields of a directory to `found`; returns the offset of the EXIF directory, or null if this directory
 * names none.
 */
function readDirectory(
  source: Source,
  start: number,
  { isLittle, found }: { isLittle: boolean; found: Map<number, Field> },
): number | null {
  const { view } = source;
  const count = view.getUint16(start, isLittle);
  let below: number | null = null;
  for (let index = 0; index < count; index++) {
    const at = start + 2 + index * 12;
    const tag = view.getUint16(at, isLittle);
    const type = view.getUint16(at + 2, isLittle);
    const size = view.getUint32(at + 4, isLittle);
    if (tag === exifDirectory) below = view.getUint32(at + 8, isLittle);
    if (!keptTags.includes(tag)) continue;
    if (type === short && size === 1) {
      const value = sourceOf(new Uint8Array(2));
      value.view.setUint16(0, view.getUint16(at + 8, isLittle));
      found.set(tag, { tag, type, count: 1, value: value.bytes });
    } else if (type === text && size <= longestText) {
      const from = size <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
      const value = slice(source, from, from + size);
      if (dateText.test(String.fromCharCode(...value)))
        found.set(tag, { tag, type, count: size, value });
    }
  }
  return below;
}

const headLength = 8;

function writeTiff(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const top = fields.filter(({ tag }) => topTags.includes(tag));
  const below = fields.filter(({ tag }) => !topTags.includes(tag));
  const topLength = directoryLength([...top, ...(below.length > 0 ? [pointerTo(0)] : [])]);
  const pointer = below.length > 0 ? [pointerTo(headLength + topLength)] : [];
  return joined([
    bytesOf("MM\0*"),
    uint32(headLength),
    writeDirectory([...top, ...pointer], headLength),
    ...(below.length > 0 ? [writeDirectory(below, headLength + topLength)] : []),
  ]);
}

function pointerTo(offset: number): Field {
  return { tag: exifDirectory, type: 4, count: 1, value: uint32(offset) };
}

function directoryLength(fields: readonly Field[]): number {
  const outside = fields.filter(({ value }) => value.length > 4);
  return 6 + 12 * fields.length + outside.reduce((sum, { value }) => sum + even(value.length), 0);
}

function writeDirectory(fields: readonly Field[], start: number): Uint8Array<ArrayBuffer> {
  const { bytes, view } = sourceOf(new Uint8Array(directoryLength(fields)));
  view.setUint16(0, fields.length);
  let free = 6 + 12 * fields.length;
  for (const [index, { tag, type, count, value }] of fields.entries()) {
    const at = 2 + index * 12;
    view.setUint16(at, tag);
    view.setUint16(at + 2, type);
    view.setUint32(at + 4, count);
    if (value.length <= 4) bytes.set(value, at + 8);
    else {
      view.setUint32(at + 8, start + free);
      bytes.set(value, free);
      free += even(value.length);
    }
  }
  return bytes;
}

function even(length: number): number {
  return length + (length % 2);
}
