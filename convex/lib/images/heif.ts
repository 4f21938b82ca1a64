import { joined } from "../joined.ts";
import { type Box, boxAt, boxesIn } from "./boxes.ts";
import {
  bytesOf,
  countPiece,
  type ImageParts,
  type Source,
  slice,
  sourceOf,
  textAt,
} from "./bytes.ts";
import { harmlessExif } from "./exif.ts";
import { harmlessProfile } from "./profile.ts";
import { type Item, itemsIn } from "./heifItems.ts";

/**
 * The boxes without which there is no image: its description ("meta", or "moov" for an image sequence) and its data
 * ("mdat").
 */
const neededBoxes: readonly string[] = ["meta", "moov", "mdat"];
const keptBoxes: readonly string[] = [...neededBoxes, "ftyp"];
/** Boxes of "meta" that a decoder needs. All others, such as XML, are notes. */
const keptInMeta: readonly string[] = [
  ...["hdlr", "pitm", "dinf", "iinf", "iloc", "iref", "ipro", "iprp", "idat", "grpl"],
];
/** Item properties that hold texts about the item. */
const noteProperties: readonly string[] = ["udes", "altt", "uuid", "free"];
/** Boxes of an image sequence that contain other boxes. */
const filmFolders: readonly string[] = ["moov", "trak", "mdia", "minf", "stbl", "edts"];
/** Boxes of an image sequence that hold metadata, such as the place where it was taken. */
const filmNotes: readonly string[] = ["udta", "meta", "uuid"];
/** Item types that hold metadata; "mime" is XMP and the like. */
const notes: readonly string[] = ["Exif", "mime", "uri "];

/**
 * A HEIC or HEIF file up to its last needed box, without metadata; throws a RangeError when the file was cut off.
 * Metadata is overwritten in place, because the file refers to its parts by offset.
 */
export function readHeif(source: Source, keepsAll: boolean): ImageParts {
  const top = topBoxes(source);
  const end = Math.max(...top.filter(isNeeded).map((box) => box.end));
  const kept = sourceOf(slice(source, 0, end).slice());
  const items = top.filter(({ type }) => type === "meta").flatMap((meta) => itemsIn(kept, meta));
  requireNoRepeats(kept, items);
  requireFound(items);
  const pixels = Math.max(
    0,
    ...top.map((box) => pixelsIn(kept, box)),
    ...items.map((item) => gridPixels(kept, item)),
  );
  if (keepsAll) return { parts: [kept.bytes], pixels };
  for (const item of items) if (notes.includes(item.type)) overwrite(kept, item);
  for (const box of top)
    if (box.end <= end && !keptBoxes.includes(box.type)) empty(kept, box);
    else if (box.type === "moov") emptyNotes(kept, box);
    else if (box.type === "meta") emptyNotesInMeta(kept, box);
  return { parts: [kept.bytes], pixels };
}

/**
 * Throws a RangeError when the items together are more than four times as long as the file. Items may share bytes, but
 * no real image uses the same bytes a hundred times.
 */
function requireNoRepeats(source: Source, items: readonly Item[]): void {
  let covered = 0;
  for (const { extents } of items)
    for (const { start, end } of extents) {
      countPiece(source);
      covered += end - start;
      if (covered > 4 * source.bytes.length)
        throw new RangeError("The items are longer than the file has room for.");
    }
}

/**
 * Throws a RangeError when the bytes of metadata or of a grid are hidden: the metadata would stay in the file, and the
 * pixels of the grid would not be counted. No camera stores them so.
 */
function requireFound(items: readonly Item[]): void {
  for (const { type, isHidden } of items)
    if (isHidden && (type === "grid" || notes.includes(type)))
      throw new RangeError(`The bytes of the item "${type}" are not where they can be read.`);
}

function isNeeded({ type }: Box): boolean {
  return neededBoxes.includes(type);
}

/**
 * The top-level boxes of the file; throws a RangeError when the description or the data of the image is missing or cut
 * off.
 */
function topBoxes(source: Source): Box[] {
  const { length } = source.bytes;
  const boxes = [...boxesIn(source, 0, length)];
  const behind = boxes.at(-1)?.end ?? 0;
  const isCut = behind + 8 <= length && boxAt(source, behind, length) === null;
  const cutType = isCut
    ? String.fromCharCode(...source.bytes.subarray(behind + 4, behind + 8))
    : "";
  const has = (type: string) => boxes.some((box) => box.type === type);
  if (neededBoxes.includes(cutType) || !has("mdat") || !(has("meta") || has("moov")))
    throw new RangeError("The file was cut off.");
  return boxes;
}

/** The largest number of pixels that a box declares: of an item, of a sequence, or of a track. */
function pixelsIn(source: Source, { type, body, end }: Box): number {
  const { view } = source;
  const within = (from: number) =>
    Math.max(0, ...[...boxesIn(source, from, end)].map((box) => pixelsIn(source, box)));
  if (filmFolders.includes(type) || type === "iprp" || type === "ipco") return within(body);
  switch (type) {
    case "meta":
      return within(body + 4);
    case "ispe":
      return view.getUint32(body + 4) * view.getUint32(body + 8);
    case "tkhd":
      return view.getUint16(end - 8) * view.getUint16(end - 4);
    case "stsd":
      return Math.max(
        0,
        ...[...boxesIn(source, body + 8, end)]
          .filter((entry) => entry.end - entry.body >= 28)
          .map((entry) => view.getUint16(entry.body + 24) * view.getUint16(entry.body + 26)),
      );
    default:
      return 0;
  }
}

/** The number of pixels that an image made of tiles declares; 0 for any other item. */
function gridPixels(source: Source, { type, extents }: Item): number {
  if (type !== "grid") return 0;
  const { bytes, view } = sourceOf(
    joined(extents.map(({ start, end }) => slice(source, start, end))),
  );
  if (bytes.length < 8) return 0;
  const isWide = (view.getUint8(1) & 1) === 1;
  return isWide ? view.getUint32(4) * view.getUint32(8) : view.getUint16(4) * view.getUint16(6);
}

/** Overwrites an item with zeros, and with the harmless part of its metadata if that fits. */
function overwrite(source: Source, { type, extents }: Item): void {
  const old = joined(extents.map(({ start, end }) => slice(source, start, end)));
  const harmless = type === "Exif" ? harmlessItem(old) : new Uint8Array(0);
  let left = harmless.length <= old.length ? harmless : new Uint8Array(0);
  for (const { start, end } of extents) {
    const here = left.subarray(0, end - start);
    source.bytes.fill(0, start, end);
    source.bytes.set(here, start);
    left = left.subarray(here.length);
  }
}

/** The harmless part of an EXIF item, whose first four bytes are the offset of the TIFF block after them. */
function harmlessItem(old: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (old.length < 4) return new Uint8Array(0);
  const start = 4 + sourceOf(old).view.getUint32(0);
  const exif = start > old.length ? null : harmlessExif(old.subarray(start));
  return exif === null ? new Uint8Array(0) : joined([new Uint8Array(4), exif]);
}

function emptyNotes(source: Source, folder: Box): void {
  for (const box of boxesIn(source, folder.body, folder.end))
    if (filmNotes.includes(box.type)) empty(source, box);
    else if (filmFolders.includes(box.type)) emptyNotes(source, box);
}

function emptyNotesInMeta(source: Source, { body, end }: Box): void {
  const within = (folder: Pick<Box, "body" | "end">) => [
    ...boxesIn(source, folder.body, folder.end),
  ];
  const boxes = within({ body: body + 4, end });
  for (const box of boxes) if (!keptInMeta.includes(box.type)) empty(source, box);
  const properties = boxes.filter(({ type }) => type === "iprp").flatMap(within);
  for (const property of properties.filter(({ type }) => type === "ipco").flatMap(within))
    if (noteProperties.includes(property.type)) empty(source, property);
    else if (property.type === "colr") emptyNotesInProfile(source, property);
}

/** Overwrites the texts of a colour profile in place; its numbers stay. */
function emptyNotesInProfile(source: Source, { body, end }: Box): void {
  const start = body + 4;
  if (!["prof", "rICC"].includes(textAt(source, body, 4))) return;
  const old = slice(source, start, end);
  source.bytes.set(harmlessProfile(old) ?? new Uint8Array(old.length), start);
}

/** Turns a box into free space, which readers skip. */
function empty({ bytes }: Source, { start, body, end }: Box): void {
  bytes.set(bytesOf("free"), start + 4);
  bytes.fill(0, body, end);
}
