import type { PhotoMimeType } from "./inputs/photos.ts";

/**
 * False when a photo of this format was cut off. What comes after its end is not looked at: phones put videos and notes of
 * their own there.
 */
export function isWholePhoto(type: PhotoMimeType, bytes: Uint8Array): boolean {
  return endsByType[type](bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const endsByType: Record<PhotoMimeType, (bytes: Uint8Array, view: DataView) => boolean> = {
  "image/jpeg": hasJpegEnd,
  "image/png": hasPngEnd,
  "image/gif": hasGifEnd,
  "image/webp": (bytes, view) => view.getUint32(4, true) + 8 <= bytes.length,
  "image/heic": hasContainerEnd,
  "image/heif": hasContainerEnd,
};

/** The end marker, searched behind the head alone: a preview inside the head has an end of its own. */
function hasJpegEnd(bytes: Uint8Array, view: DataView): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    // Any number of 0xff may stand before a marker.
    at += bytes[at + 1] === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  for (let end = bytes.length - 2; end > at + 1; end--) {
    if (bytes[end] === 0xff && bytes[end + 1] === 0xd9) return true;
  }
  return false;
}

/** Chunks of a length, a type, data and a check sum, up to the one called IEND. */
function hasPngEnd(bytes: Uint8Array, view: DataView): boolean {
  for (let at = 8; at + 12 <= bytes.length;) {
    if (typeAt(bytes, at + 4) === "IEND") return true;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** Extensions and pictures, each a list of sub-blocks, up to the trailer. */
function hasGifEnd(bytes: Uint8Array): boolean {
  const colours = (flags = 0) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + colours(bytes[10]);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return true;
    if (kind === 0x21) at += 2;
    else if (kind === 0x2c) at += 11 + colours(bytes[at + 9]);
    else return false;
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length;
    at += 1;
  }
  return false;
}

/** What describes the picture, and what holds its data; a film-like sequence has a "moov" instead of a "meta". */
const boxes = ["meta", "moov", "mdat"];

/** Boxes of a size and a type: whole when none of these goes beyond the file, and both kinds are there. */
function hasContainerEnd(bytes: Uint8Array, view: DataView): boolean {
  const found = new Set<string>();
  for (let at = 0; at + 8 <= bytes.length;) {
    const [size, type] = [boxSize(view, at), typeAt(bytes, at + 4)];
    const isCut = size < 8 || at + size > bytes.length;
    if (isCut && boxes.includes(type)) return false;
    if (isCut) break;
    found.add(type);
    at += size;
  }
  return found.has("mdat") && (found.has("meta") || found.has("moov"));
}

function boxSize(view: DataView, at: number): number {
  const size = view.getUint32(at);
  if (size === 0) return view.byteLength - at;
  if (size > 1) return size;
  return at + 16 <= view.byteLength ? Number(view.getBigUint64(at + 8)) : Infinity;
}

function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
