import { encode } from "fast-png";
import { expect, test, vi } from "vitest";
import { readImage, imageTypeOf } from "../../../convex/lib/images/read.ts";
import { checkImage } from "../../../convex/model/photos/photoContents.ts";
import * as files from "../../support/image-files.ts";
import { bytes } from "../../support/image-files.ts";

/** Decodes one character per byte. A TextDecoder uses other characters from 0x80 to 0x9f. */
const latin = (data: Uint8Array) => Buffer.from(data).toString("latin1");

function clean(data: Uint8Array<ArrayBuffer>) {
  const type = imageTypeOf(data);
  return type && readImage(type, data, { keepsAll: false });
}

const phoneFiles: [string, Uint8Array<ArrayBuffer>][] = [
  ["JPEG", files.phoneJpeg()],
  ["PNG", files.phonePng()],
  ["GIF", files.phoneGif()],
  ["WebP", files.phoneWebp()],
  ["HEIC", files.phoneHeic()],
  ["HEIC sequence", files.heicSequence()],
];

test.each(phoneFiles)(
  "a kept %s tells nothing of where and with what it was taken [DATA-28]",
  (_, data) => {
    expect(files.secrets.every((secret) => latin(data).includes(secret))).toBe(true);

    const kept = latin(clean(data)!.bytes);

    for (const secret of files.secrets) expect(kept).not.toContain(secret);
  },
);

test.each(phoneFiles)("a kept %s is kept as it is when it is sent again [DATA-28]", (_, data) => {
  const once = clean(data)!;

  expect(clean(once.bytes)).toEqual(once);
});

test.each(phoneFiles.filter(([name]) => !/GIF|sequence/.test(name)))(
  "a kept %s is turned as before, and still knows when it was taken and what its colours mean [DATA-28]",
  (_, data) => {
    const kept = clean(data)!.bytes;
    const start = latin(kept).indexOf("MM\0*");
    const view = new DataView(kept.buffer, kept.byteOffset + start);
    const tags = (at: number) =>
      Array.from({ length: view.getUint16(at) }, (_, index) => ({
        tag: view.getUint16(at + 2 + index * 12),
        value: view.getUint16(at + 10 + index * 12),
        offset: view.getUint32(at + 10 + index * 12),
      }));
    const top = tags(8);

    expect(top.map(({ tag }) => tag)).toEqual([0x0112, 0x8769]);
    expect(top[0]?.value).toBe(6);
    const below = tags(top[1]?.offset ?? 0);
    expect(below.map(({ tag }) => tag)).toEqual([0x9003, 0xa001]);
    const date = start + (below[0]?.offset ?? 0);
    expect(latin(kept).slice(date, date + 20)).toBe("2026:03:02 09:30:00\0");
    expect(below[1]?.value).toBe(1);
  },
);

test("the picture itself is kept to the bit [DATA-28]", () => {
  const contains = (data: Uint8Array<ArrayBuffer>, part: Uint8Array) =>
    expect(latin(clean(data)!.bytes)).toContain(latin(part));

  contains(files.phoneJpeg(), bytes(files.jpegPicture(), [0xff, 0xd9]));
  contains(files.phonePng(), files.pngPicture());
  contains(
    files.phoneGif(),
    bytes("NETSCAPE2.0", [3, 1, 0, 0, 0], [0x21, 0xf9, 4, 0, 10, 0, 0, 0]),
  );
  contains(files.phoneWebp(), files.webpLossless());
  contains(files.phoneHeic(), bytes("picture data"));
  contains(files.phoneHeic(), files.colourProfile(null));
  contains(files.phoneWebp(), files.colourProfile(null));
  expect(
    latin(clean(files.phoneJpeg())!.bytes).endsWith(
      latin(bytes(files.jpegPicture(), [0xff, 0xd9])),
    ),
  ).toBe(true);
});

test("a kept picture has what every reader looks for, and nothing behind it [DATA-28]", () => {
  const png = latin(clean(files.phonePng())!.bytes);
  expect(png.endsWith("\0\0\0\0IEND\xaeB\x60\x82")).toBe(true);
  expect(png).toContain("\0\0\0\x04gAMA\0\0\xb1\x8f");
  expect(latin(clean(files.phoneWebp())!.bytes)).toContain("VP8X\x0a\0\0\0");
});

test("a colour profile that cannot be read is left out, and one with other texts is kept without them [DATA-28]", () => {
  const odd = bytes([0xff, 0xd8], files.jpegPicture({}, bytes("no profile PRIVATE")), [0xff, 0xd9]);

  expect(latin(clean(odd)!.bytes)).not.toMatch(/ICC_PROFILE|PRIVATE/);
});

test("a real PNG without private metadata stays as it was sent [DATA-28]", () => {
  const image = { width: 30, height: 20, channels: 1 as const, data: new Uint8Array(600) };
  const png = encode(image) as Uint8Array<ArrayBuffer>;

  expect(clean(png)).toEqual({ bytes: new Uint8Array(png), pixels: 600 });
});

test.each(phoneFiles.slice(0, 5))(
  "with KEEP_PHOTO_LOCATION=yes a %s keeps what it says, and loses what is behind it [DATA-28]",
  async (_, data) => {
    vi.stubEnv("KEEP_PHOTO_LOCATION", "yes");
    const image = await checkImage(new Blob([data]));

    const kept = new Uint8Array(await image!.kept.arrayBuffer());
    expect(latin(data).startsWith(latin(kept))).toBe(true);
    expect(kept.length).toBeLessThan(data.length);
    expect(latin(kept)).toContain("PRIVATE");
  },
);

test("size and hash of a photo are those of the bytes that were sent [DATA-28]", async () => {
  const data = files.phoneJpeg();
  const image = await checkImage(new Blob([data]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));

  expect(image).toMatchObject({ fileSize: data.length, mimeType: "image/jpeg", pixels: 12 });
  expect(image?.sha256).toBe(
    Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  );
  expect(image?.kept.size).toBeLessThan(data.length);
});

const large = { width: 8000, height: 7000 };

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ["a JPEG", files.phoneJpeg(large)],
  [
    "a JPEG with two frames",
    bytes([0xff, 0xd8], files.jpegFrame(), files.jpegFrame(large), [0xff, 0xd9]),
  ],
  ["a PNG", files.phonePng(large)],
  ["a frame of an animated PNG", files.animatedPng(large)],
  ["a GIF", files.phoneGif(large)],
  ["a frame of a GIF", files.phoneGif({}, large)],
  ["a frame beside a GIF", files.phoneGif({}, { left: 60_000, height: 2000 })],
  ["a WebP", files.phoneWebp(large)],
  ["the canvas of a WebP", files.webpFile(files.webpCanvas(large), files.webpLossless())],
  ["the picture of a WebP", files.webpFile(files.webpCanvas(), files.webpLossless(large))],
  [
    "a frame of a WebP",
    files.webpFile(files.webpCanvas(), files.webpFrame(large, files.webpLossless())),
  ],
  [
    "a picture in a frame",
    files.webpFile(files.webpCanvas(), files.webpFrame({}, files.webpLossless(large))),
  ],
  ["a HEIC file", files.phoneHeic(large)],
  ["a grid in a HEIC file", files.phoneHeic({}, large)],
  ["a HEIC sequence", files.heicSequence(large)],
])("%s says how large it is, wherever it says so [VALID-06]", (_, data) => {
  expect(clean(data)?.pixels).toBeGreaterThanOrEqual(56_000_000);
});

test.each<[string, (size: { width: number; height: number }) => Uint8Array<ArrayBuffer>]>([
  ["JPEG", files.phoneJpeg],
  ["PNG", files.phonePng],
  ["GIF", files.phoneGif],
  ["WebP", files.phoneWebp],
  ["HEIC file", files.phoneHeic],
])("the pixels of a %s are counted to the last one [VALID-06]", (_, fileOf) => {
  for (const height of [5000, 5001])
    expect(clean(fileOf({ width: 10_000, height }))?.pixels).toBe(10_000 * height);
});

test.each(phoneFiles)(
  "no %s with one byte changed, or cut off, is more than refused [PHOTO-15]",
  (_, data) => {
    for (let at = 0; at < data.length; at++) {
      for (const value of [0, 0xff, (data[at] ?? 0) ^ 1]) {
        const changed = data.slice();
        changed[at] = value;
        const image = clean(changed);
        if (image !== null) expect(image.bytes.length).toBeLessThanOrEqual(data.length + 100);
      }
      clean(data.slice(0, at));
    }
  },
);

test("lists of a HEIC file that name the same bytes over and over are refused [VALID-06]", () => {
  const data = files.phoneHeic();
  const list = latin(data).indexOf("iloc") + 4;
  // Positions and lengths have no bytes at all: each row then refers to the whole file, any number of times.
  data.set([1, 0, 0, 0, 0, 0, 0, 4], list);
  for (let at = list + 8; at < list + 70; at += 8) data.set([0, 1, 0, 0, 0, 0, 0xff, 0xff], at);

  expect(clean(data)).toBeNull();
});

test.each([
  ["picture", "kept", 1],
  ["EXIF block", "refused", 2],
  ["XMP text", "refused", 3],
  ["grid", "refused", 4],
] as const)(
  "a HEIC file whose %s lies inside another item, or behind a reference, is %s [PHOTO-15] [VALID-06]",
  (_, outcome, id) => {
    for (const [method, reference] of [
      [2, 0],
      [3, 0],
      [0, 1],
    ] as const) {
      const data = files.phoneHeic();
      // The rows follow the number of items. A row has 16 bytes and begins with id, method and reference.
      const row = latin(data).indexOf("iloc") + 4 + 8 + (id - 1) * 16;
      data.set([0, id, 0, method, 0, reference], row);

      expect(clean(data) === null ? "refused" : "kept").toBe(outcome);
    }
  },
);

test("a HEIC file whose items all are the same bytes is refused [VALID-06]", () => {
  expect(clean(files.repeatedHeicItem(1))).not.toBeNull();
  expect(clean(files.repeatedHeicItem(200))).toBeNull();
});

test.each<[string, Uint8Array<ArrayBuffer>, Uint8Array, Uint8Array]>([
  [
    "a JPEG",
    bytes([0xff, 0xd8], files.jpegFrame()),
    bytes([0xff, 0xda, 0, 2]),
    bytes([0xff, 0xd9]),
  ],
  [
    "a JPEG with markers that stand alone",
    bytes([0xff, 0xd8], files.jpegFrame()),
    bytes([0xff, 0x01]),
    bytes([0xff, 0xda, 0, 2, 0xff, 0xd9]),
  ],
  ["a GIF", bytes("GIF89a", [4, 0, 3, 0, 0, 0, 0]), bytes([0x21, 0xf9, 0]), bytes([0x3b])],
  ["a HEIC file", files.heicSequence(), bytes([0, 0, 0, 8], "free"), bytes([0, 0, 0, 8], "mdat")],
])("%s of more pieces than any picture is refused [VALID-06]", (_, head, piece, end) => {
  const of = (count: number) => {
    const whole = new Uint8Array(head.length + count * piece.length + end.length);
    whole.set(head);
    for (let index = 0; index < count; index++)
      whole.set(piece, head.length + index * piece.length);
    whole.set(end, whole.length - end.length);
    return clean(whole);
  };

  expect(of(20_000)).not.toBeNull();
  expect(of(120_000)).toBeNull();
});
