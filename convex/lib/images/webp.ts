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
/** The lengths of header chunks in bytes; any bytes after them are dropped. */
const lengthOfHead: Readonly<Record<string, number>> = { VP8X: 10, ANIM: 6 };
const [canvasHead, reserved] = ["VP8X", 3];
const [hasExif, hasXmp] = [0x08, 0x04];
/**
 * The length of the header of an animation frame (position, size, duration and flags); the frame's own chunks follow
 * it.
 */
const frameHead = 16;

type Chunk = { type: string; start: number; body: number; length: number; end: number };

/**
 * A WebP file of the length that its header states, without the chunks that do not belong to the image; throws a
 * RangeError when the file was cut off.
 */
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
  // The flags in the header of an extended file announce its chunks: EXIF if it was kept, and never XMP.
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
    // Chunks of odd length have a padding byte; some writers omit it at the end of the file.
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
    // The header is copied, because its flags are changed later.
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

/** The chunks without repeated headers and colour profiles: only the first of each counts. */
function withoutRepetitions(chunks: readonly Chunk[]): Chunk[] {
  const seen = new Set<string>();
  return chunks.filter(({ type }) => {
    const isOnce = type === "ICCP" || type in lengthOfHead;
    const isNew = !seen.has(type);
    seen.add(type);
    return isNew || !isOnce;
  });
}

/** The chunk, padded to an even length. */
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

/** The number of pixels that a chunk declares; 0 when it is too short to declare any. */
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
