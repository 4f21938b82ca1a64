/** The first bytes of a file of each kind, as cameras and programs write them. */
const heads = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d],
  gif: [...textBytes("GIF89a"), 0x01, 0x00, 0x01, 0x00, 0x00, 0x00],
  webp: [...textBytes("RIFF"), 0x1a, 0x00, 0x00, 0x00, ...textBytes("WEBPVP8L")],
  heic: [0x00, 0x00, 0x00, 0x18, ...textBytes("ftypheic"), 0, 0, 0, 0, ...textBytes("mif1heic")],
  heif: [0x00, 0x00, 0x00, 0x18, ...textBytes("ftypmif1"), 0, 0, 0, 0, ...textBytes("mif1avci")],
  avif: [0x00, 0x00, 0x00, 0x18, ...textBytes("ftypavif"), 0, 0, 0, 0, ...textBytes("avifmif1")],
  svg: textBytes('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  pdf: textBytes("%PDF-1.7 and so on"),
  html: textBytes("<!doctype html><script>alert(1)</script>"),
} as const;

export type FileKind = keyof typeof heads;

/** The bytes of a file of this kind, of this size when one is given. */
export function fileOf(kind: FileKind, size = 0): Uint8Array<ArrayBuffer> {
  const head = heads[kind];
  const bytes = new Uint8Array(Math.max(size, head.length));
  bytes.set(head);
  return bytes;
}

function textBytes(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}
