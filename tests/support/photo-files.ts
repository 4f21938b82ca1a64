/** The smallest whole file of each kind, as far as the server reads it. */
const files = {
  jpeg: [
    ...[0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, ...textBytes("JFIF"), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...[0xff, 0xda, 0x00, 0x08, 1, 1, 0, 0, 63, 0, 0x7f, 0xff, 0xd9],
  ],
  png: [
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...[0, 0, 0, 13, ...textBytes("IHDR"), 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 1, 2, 3, 4],
    ...[0, 0, 0, 2, ...textBytes("IDAT"), 5, 6, 1, 2, 3, 4],
    ...[0, 0, 0, 0, ...textBytes("IEND"), 0xae, 0x42, 0x60, 0x82],
  ],
  gif: [
    ...[...textBytes("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...[0x21, 0xf9, 4, 0, 0, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
  ],
  webp: [...textBytes("RIFF"), 14, 0, 0, 0, ...textBytes("WEBPVP8L"), 1, 0, 0, 0, 0x2f, 0],
  heic: [
    ...[0x00, 0x00, 0x00, 0x18, ...textBytes("ftypheic"), 0, 0, 0, 0, ...textBytes("mif1heic")],
    ...[0, 0, 0, 12, ...textBytes("meta"), 0, 0, 0, 0, 0, 0, 0, 10, ...textBytes("mdat"), 1, 2],
  ],
  heif: [
    ...[0x00, 0x00, 0x00, 0x18, ...textBytes("ftypmif1"), 0, 0, 0, 0, ...textBytes("mif1avci")],
    ...[0, 0, 0, 12, ...textBytes("meta"), 0, 0, 0, 0, 0, 0, 0, 10, ...textBytes("mdat"), 1, 2],
  ],
  avif: [0x00, 0x00, 0x00, 0x18, ...textBytes("ftypavif"), 0, 0, 0, 0, ...textBytes("avifmif1")],
  svg: textBytes('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  pdf: textBytes("%PDF-1.7 and so on"),
  html: textBytes("<!doctype html><script>alert(1)</script>"),
} as const;

export type FileKind = keyof typeof files;

/** The positions at which zeros enlarge a valid file, and the length fields that change with it. */
const stretches: Partial<Record<FileKind, { at: number; lengths: [number, "little" | "big"][] }>> =
  {
    jpeg: { at: files.jpeg.length - 2, lengths: [] },
    png: { at: files.png.length - 16, lengths: [[33, "big"]] },
    webp: {
      at: files.webp.length,
      lengths: [
        [4, "little"],
        [16, "little"],
      ],
    },
    heic: { at: files.heic.length, lengths: [[36, "big"]] },
    heif: { at: files.heif.length, lengths: [[36, "big"]] },
  };

/**
 * Returns the bytes of a file of this kind. Zeros within the image, if the kind allows them, enlarge the file to this
 * size.
 */
export function fileOf(kind: FileKind, size = 0): Uint8Array<ArrayBuffer> {
  const file = files[kind];
  const more = Math.max(0, size - file.length);
  const { at, lengths } = stretches[kind] ?? { at: file.length, lengths: [] };
  const bytes = new Uint8Array(file.length + more);
  bytes.set(file.slice(0, at));
  bytes.set(file.slice(at), at + more);
  const view = new DataView(bytes.buffer);
  for (const [place, order] of lengths)
    view.setUint32(place, view.getUint32(place, order === "little") + more, order === "little");
  return bytes;
}

function textBytes(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}
