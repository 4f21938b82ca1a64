import { joined } from "../joined.ts";
import { bytesOf, type ImageParts, type Source, slice, textAt, uint32 } from "./bytes.ts";
import { harmlessExif } from "./exif.ts";

/**
 * The chunks that are kept, each with its maximum length in bytes: those that a decoder needs, and those that say how
 * the image looks.
 */
const mostBytesByType: ReadonlyMap<string, number> = new Map([
  ...[["IHDR", 13] as const, ["PLTE", 768] as const, ["IDAT", Infinity] as const],
  ...[["tRNS", 256] as const, ["gAMA", 4] as const, ["cHRM", 32] as const, ["sRGB", 1] as const],
  ...[["cICP", 4] as const, ["mDCV", 24] as const, ["mDCv", 24] as const, ["cLLI", 8] as const],
  ...[["cLLi", 8] as const, ["sBIT", 4] as const, ["bKGD", 6] as const, ["hIST", 512] as const],
  ...[["pHYs", 9] as const, ["acTL", 8] as const, ["fcTL", 26] as const, ["IEND", 0] as const],
  ["fdAT", Infinity],
]);
/** Chunks that may occur more than once. */
const repeated: readonly string[] = ["IDAT", "fcTL", "fdAT"];
/** The maximum length of a colour profile's name, and the name that replaces it. */
const [mostNameBytes, profileName] = [79, "ICC"];

/**
 * A PNG up to its end chunk, without the chunks that do not belong to the image; throws a RangeError when the file was
 * cut off.
 */
export function readPng(source: Source, keepsAll: boolean): ImageParts {
  const { bytes, view } = source;
  const parts = [slice(source, 0, 8)];
  const seen = new Set<string>();
  let pixels = 0;
  for (let at = 8; ;) {
    const end = at + 12 + view.getUint32(at);
    const type = textAt(source, at + 4, 4);
    slice(source, at, end);
    if (type === "IHDR") pixels = Math.max(pixels, area(view, at + 8));
    if (type === "fcTL") pixels = Math.max(pixels, area(view, at + 12));
    if (repeated.includes(type) || !seen.has(type))
      parts.push(...keptOf(source, { type, at, end }));
    seen.add(type);
    if (type === "IEND") return { parts: keepsAll ? [bytes.subarray(0, end)] : parts, pixels };
    at = end;
  }
}

function area(view: DataView, at: number): number {
  return view.getUint32(at) * view.getUint32(at + 4);
}

/** The kept part of a chunk: the bytes that decoders use, without anything appended to them. */
function keptOf(
  source: Source,
  { type, at, end }: { type: string; at: number; end: number },
): Uint8Array<ArrayBuffer>[] {
  const data = slice(source, at + 8, end - 4);
  if (type === "eXIf") {
    const exif = harmlessExif(data);
    return exif === null ? [] : [newChunk(type, exif)];
  }
  if (type === "iCCP") {
    const nameEnd = data.subarray(0, mostNameBytes + 1).indexOf(0);
    if (textAt(source, at + 8, nameEnd + 1) === `${profileName}\0`) return [slice(source, at, end)];
    return nameEnd < 0
      ? []
      : [newChunk(type, joined([bytesOf(profileName), data.subarray(nameEnd)]))];
  }
  const most = mostBytesByType.get(type);
  if (most === undefined) return [];
  return data.length <= most ? [slice(source, at, end)] : [newChunk(type, data.subarray(0, most))];
}

function newChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const checked = joined([bytesOf(type), data]);
  return joined([uint32(data.length), checked, uint32(checkSum(checked))]);
}

/**
 * The CRC-32 table of single bytes. Without a table, a profile of ten megabytes would block the thread for a second.
 */
const sumByByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  return sum;
});

/** The CRC-32 that the format requires at the end of each chunk. */
function checkSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let at = 0; at < bytes.length; at++)
    sum = (sum >>> 8) ^ (sumByByte[(sum ^ (bytes[at] ?? 0)) & 255] ?? 0);
  return ~sum >>> 0;
}
