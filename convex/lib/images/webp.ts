import { joined } from "../joined.ts";
import {
  bytesOf,
  countPiece,
  type ImageParts,
  type Source,
  slice,
  sourceOf,
  textAt,
  uint32,
} from "./bytes.ts";
import { harmlessExif } from "./exif.ts";
import { harmlessProfile } from "./profile.ts";

const pictureChunks: readonly string[] = ["VP8 ", "VP8L", "ALPH"];
/** The lengths of heads; what is behind them belongs to nothing. */
const lengthOfHead: Readonly<Record<string, number>> = { VP8X: 10, ANIM: 6 };
const [canvasHead, reserved] = ["VP8X", 3];
const [hasExif, hasXmp] = [0x08, 0x04];
/** A frame of an animation: place, size, time and flags, then chunks of its own. */
const frameHead = 16;

type Chunk = { type: string; start: number; body: number; length: number; end: number };

/** A WebP as long as it says it is, without what is no part of the picture; a RangeError when it was cut off. */
export function readWebp(source: Source, keepsAll: boolean): ImageParts {
  const end = source.view.getUint32(4, true) + 8;
  const whole = slice(source, 0, end);
  const chunks = [...chunksIn(source, 12, end)];
  const pixels = Math.max(0, ...chunks.map((chunk) => pixelsOf(source, chunk)));
  if (keepsAll) return { parts: [whole], pixels };
  const exif = chunks.filter(({ type }) => type === "EXIF").map((chunk) => exifOf(source, chunk));
  const kept = withoutRepetitions(chunks).flatMap((chunk) => keptOf(source, chunk));
  const content = [bytesOf("WEBP"), ...kept, ...(exif[0] ?? [])];
  const size = content.reduce((sum, { length }) => sum + length, 0);
  const parts = [bytesOf("RIFF"), uint32(size, true), ...content];
  // The head of an extended file says what comes: the picture's own EXIF, maybe, and no XMP.
  const extended = parts.find((part) => textAt(sourceOf(part), 0, 4) === canvasHead);
  if (extended !== undefined && extended.length > 8)
    extended[8] = ((extended[8] ?? 0) & ~(hasXmp | hasExif)) | (exif[0]?.length ? hasExif : 0);
  return { parts, pixels };
}

function* chunksIn(source: Source, from: number, to: number): Generator<Chunk> {
  for (let start = from; start + 8 <= to;) {
    countPiece(source);
    const length = source.view.getUint32(start + 4, true);
    const [type, body] = [textAt(source, start, 4), start + 8];
    // Odd ones are filled up; some writers leave that out at the end.
    const end = Math.min(body + length + (length % 2), Math.max(to, body + length));
    if (end > to) throw new RangeError("The file was cut off.");
    yield { type, start, body, length, end };
    start = end;
  }
}

function keptOf(
  source: Source,
  { type, start, body, length, end }: Chunk,
): Uint8Array<ArrayBuffer>[] {
  if (type === "ANMF" && end - body >= frameHead) {
    const inner = [...chunksIn(source, body + frameHead, end)]
      .filter((chunk) => pictureChunks.includes(chunk.type))
      .map((chunk) => filled(slice(source, chunk.start, chunk.end)));
    return [newChunk("ANMF", joined([slice(source, body, body + frameHead), ...inner]))];
  }
  const head = lengthOfHead[type];
  if (head !== undefined) {
    // A copy: the flags of a canvas are set anew.
    const data = slice(source, body, body + Math.min(length, head)).slice();
    if (type === canvasHead) data.fill(0, 1, 1 + reserved);
    return [newChunk(type, data)];
  }
  if (type === "ICCP") {
    const profile = harmlessProfile(slice(source, body, body + length));
    return profile === null ? [] : [newChunk(type, profile)];
  }
  return pictureChunks.includes(type) ? [filled(slice(source, start, end))] : [];
}

/** Heads and the colour profile are there once. */
function withoutRepetitions(chunks: readonly Chunk[]): Chunk[] {
  const seen = new Set<string>();
  return chunks.filter(({ type }) => {
    const isOnce = type === "ICCP" || type in lengthOfHead;
    const isNew = !seen.has(type);
    seen.add(type);
    return isNew || !isOnce;
  });
}

/** A chunk with the byte that makes its length even. */
function filled(chunk: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return chunk.length % 2 === 0 ? chunk : joined([chunk, new Uint8Array(1)]);
}

function exifOf(source: Source, { body, length }: Chunk): Uint8Array<ArrayBuffer>[] {
  const prefix = textAt(source, body, 6) === "Exif\0\0" ? 6 : 0;
  const exif = harmlessExif(slice(source, body + prefix, body + length));
  return exif === null ? [] : [newChunk("EXIF", exif)];
}

function newChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  return filled(joined([bytesOf(type), uint32(data.length, true), data]));
}

/** The pixels that a chunk says there are; none where it is too short to say. */
function pixelsOf(source: Source, chunk: Chunk): number {
  const { view } = source;
  const { type, body, length, end } = chunk;
  const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  switch (type) {
    case "VP8X":
      return length < 10 ? 0 : (1 + threeBytes(body + 4)) * (1 + threeBytes(body + 7));
    case "VP8 ":
      if (length < 10) return 0;
      return (view.getUint16(body + 6, true) & 0x3fff) * (view.getUint16(body + 8, true) & 0x3fff);
    case "VP8L": {
      if (length < 5) return 0;
      const bits = view.getUint32(body + 1, true);
      return (1 + (bits & 0x3fff)) * (1 + ((bits >>> 14) & 0x3fff));
    }
    case "ANMF": {
      if (length < frameHead) return 0;
      const own = (1 + threeBytes(body + 6)) * (1 + threeBytes(body + 9));
      const inner = [...chunksIn(source, body + frameHead, end)].filter(
        (part) => part.type !== "ANMF",
      );
      return Math.max(own, ...inner.map((part) => pixelsOf(source, part)));
    }
    default:
      return 0;
  }
}
