import { joined } from "../joined.ts";
import { countPiece, type ImageParts, type Source, slice, textAt } from "./bytes.ts";

const [extension, picture, trailer] = [0x21, 0x2c, 0x3b];
const [control, application] = [0xf9, 0xff];

/** Application extensions that are kept: they say how often the animation repeats. */
const keptApplications: readonly string[] = ["NETSCAPE2.0", "ANIMEXTS1.0"];

/**
 * A GIF up to its trailer, without the blocks that do not belong to the image; throws a RangeError when the file was
 * cut off.
 */
export function readGif(source: Source, keepsAll: boolean): ImageParts {
  const { bytes, view } = source;
  let at = 13 + colours(view.getUint8(10));
  const parts = [slice(source, 0, at)];
  let pixels = view.getUint16(6, true) * view.getUint16(8, true);
  for (;;) {
    countPiece(source);
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
    if (kind === picture) parts.push(slice(source, at, end));
    else parts.push(...keptOf(source, at));
    at = end;
  }
}

/**
 * The kept part of an extension: the display of a frame or the number of repetitions, without any further sub-blocks.
 */
function keptOf(source: Source, at: number): Uint8Array<ArrayBuffer>[] {
  const { view } = source;
  const end = Uint8Array.of(0);
  const hasBlock = (start: number, length: number) => view.getUint8(start) === length;
  switch (view.getUint8(at + 1)) {
    case control:
      return hasBlock(at + 2, 4) ? [joined([slice(source, at, at + 7), end])] : [];
    case application: {
      const isRepetition =
        hasBlock(at + 2, 11) &&
        keptApplications.includes(textAt(source, at + 3, 11)) &&
        hasBlock(at + 14, 3) &&
        view.getUint8(at + 15) === 1;
      return isRepetition ? [joined([slice(source, at, at + 18), end])] : [];
    }
    default:
      return [];
  }
}

function colours(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** The offset after a list of sub-blocks. Each sub-block begins with its length, and a length of 0 ends the list. */
function afterBlocks(view: DataView, from: number): number {
  let at = from;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length;
  return at + 1;
}
