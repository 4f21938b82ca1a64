import { type ImageParts, type Source, slice, textAt } from "./bytes.ts";

const [extension, picture, trailer] = [0x21, 0x2c, 0x3b];
const [control, plainText, application] = [0xf9, 0x01, 0xff];

/** Applications whose data belongs to the picture: how often it repeats, and its colour profile. */
const keptApplications: readonly string[] = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"];

/** A GIF up to its trailer, without what is no part of the picture; a RangeError when it was cut off. */
export function readGif(source: Source, keepsAll: boolean): ImageParts {
  const { bytes, view } = source;
  let at = 13 + colours(view.getUint8(10));
  const parts = [slice(source, 0, at)];
  let pixels = view.getUint16(6, true) * view.getUint16(8, true);
  for (;;) {
    const kind = view.getUint8(at);
    if (kind === trailer) {
      const end = at + 1;
      return {
        parts: keepsAll ? [bytes.subarray(0, end)] : [...parts, slice(source, at, end)],
        pixels,
      };
    }
    if (kind !== extension && kind !== picture) throw new RangeError("This is no block of a GIF.");
    const end = afterBlocks(
      view,
      kind === extension ? at + 2 : at + 11 + colours(view.getUint8(at + 9)),
    );
    if (kind === picture) {
      const [left, top] = [view.getUint16(at + 1, true), view.getUint16(at + 3, true)];
      const [width, height] = [view.getUint16(at + 5, true), view.getUint16(at + 7, true)];
      pixels = Math.max(pixels, (left + width) * (top + height));
    }
    if (kind === picture || isKept(source, at)) parts.push(slice(source, at, end));
    at = end;
  }
}

function isKept(source: Source, at: number): boolean {
  const label = source.view.getUint8(at + 1);
  if (label === application) return keptApplications.includes(textAt(source, at + 3, 11));
  return label === control || label === plainText;
}

function colours(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Behind a list of sub-blocks, each with its length, the last one empty. */
function afterBlocks(view: DataView, from: number): number {
  let at = from;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length;
  return at + 1;
}
