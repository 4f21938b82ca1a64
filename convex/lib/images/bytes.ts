/** An image as it will be stored: its bytes as consecutive parts, and the number of pixels of its largest frame. */
export type ImageParts = { parts: Uint8Array<ArrayBuffer>[]; pixels: number };

/** The bytes of a file, and a view that reads numbers from them. A read beyond the end throws a RangeError. */
export type Source = {
  bytes: Uint8Array<ArrayBuffer>;
  view: DataView<ArrayBuffer>;
  /** The number of pieces that have been read from the file so far. */
  pieces: number;
};

/**
 * The maximum number of pieces of a file. A film of some minutes has about ten thousand frames; a file with millions of
 * pieces would only cost time and memory.
 */
const mostPieces = 100_000;

export function sourceOf(bytes: Uint8Array<ArrayBuffer>): Source {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { bytes, view, pieces: 0 };
}

/** Counts one piece of the file; throws a RangeError when the file has more pieces than an image can have. */
export function countPiece(source: Source): void {
  source.pieces += 1;
  if (source.pieces > mostPieces) throw new RangeError("The file has more pieces than a picture.");
}

/** The bytes from `start` to `end`; throws a RangeError when the file ends before `end`. */
export function slice(source: Source, start: number, end: number): Uint8Array<ArrayBuffer> {
  countPiece(source);
  const { bytes } = source;
  if (start < 0 || end < start || end > bytes.length) throw new RangeError("The file was cut off.");
  return bytes.subarray(start, end);
}

/** Bytes as text, one character for each byte, so that format names look as in their specifications. */
export function textAt({ bytes }: Source, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function uint32(value: number, littleEndian = false): Uint8Array<ArrayBuffer> {
  const { bytes, view } = sourceOf(new Uint8Array(4));
  view.setUint32(0, value, littleEndian);
  return bytes;
}
