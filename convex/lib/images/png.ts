import { bytesOf, type ImageParts, joined, type Source, slice, textAt, uint32 } from "./bytes.ts";
import { harmlessExif } from "./exif.ts";

/** Chunks beside the critical ones that say how the picture looks: colours, size, transparency, animation. */
const keptChunks: readonly string[] = [
  ...["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "mDCv", "cLLI", "cLLi", "sBIT"],
  ...["bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT"],
];

/** A PNG up to its end chunk, without what is no part of the picture; a RangeError when it was cut off. */
export function readPng(source: Source, keepsAll: boolean): ImageParts {
  const { bytes, view } = source;
  const parts = [slice(source, 0, 8)];
  let pixels = 0;
  for (let at = 8; ;) {
    const end = at + 12 + view.getUint32(at);
    const type = textAt(source, at + 4, 4);
    const chunk = slice(source, at, end);
    if (type === "IHDR") pixels = Math.max(pixels, area(view, at + 8));
    if (type === "fcTL") pixels = Math.max(pixels, area(view, at + 12));
    if (type === "eXIf") {
      const exif = harmlessExif(slice(source, at + 8, end - 4));
      if (exif !== null) parts.push(newChunk("eXIf", exif));
    } else if (isCritical(type) || keptChunks.includes(type)) parts.push(chunk);
    if (type === "IEND") return { parts: keepsAll ? [bytes.subarray(0, end)] : parts, pixels };
    at = end;
  }
}

function area(view: DataView, at: number): number {
  return view.getUint32(at) * view.getUint32(at + 4);
}

/** A capital first letter: no reader may pass over it. */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type);
}

function newChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const checked = joined([bytesOf(type), data]);
  return joined([uint32(data.length), checked, uint32(checkSum(checked))]);
}

/** CRC-32, as the format wants it behind each chunk. */
function checkSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
