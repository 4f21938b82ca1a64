import { expect, test } from "vitest";
import { imageTypeOf, readImage } from "../../../convex/lib/images/read.ts";
import * as files from "../../support/image-files.ts";
import { bytes } from "../../support/image-files.ts";

type Bytes = Uint8Array<ArrayBuffer>;

function clean(data: Bytes) {
  const type = imageTypeOf(data);
  return type && readImage(type, data, { keepsAll: false });
}

/** Concatenates bytes without a list of single bytes. */
function whole(...parts: Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}

function repeated(part: Uint8Array, count: number): Bytes {
  return whole(...Array.from({ length: count }, () => part));
}

const u32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const box = (type: string, ...parts: Uint8Array[]) => {
  const body = whole(...parts);
  return whole(bytes(u32(body.length + 8), type), body);
};
const webpChunk = (type: string, body: Uint8Array = new Uint8Array(0)) =>
  whole(bytes(type, u32(body.length).reverse()), body);

const jpegStart = bytes([0xff, 0xd8], files.jpegFrame());
const jpegEnd = bytes([0xff, 0xda, 0, 2, 0xff, 0xd9]);
const noProfile = bytes([0xff, 0xe2, 0, 16], "ICC_PROFILE\0", [1, 1]);

/** Makes a colour profile in which all tags point to the same bytes. */
function overlappingProfile(length: number, count: number): Bytes {
  const profile = new Uint8Array(length);
  const start = 132 + count * 12;
  profile.set(bytes("acsp"), 36);
  profile.set(u32(count), 128);
  for (let index = 0; index < count; index++)
    profile.set(bytes("A2B0", u32(start), u32(length - start)), 132 + index * 12);
  profile.set(bytes("mft1"), start);
  return profile;
}

const pieces = 45_000;

test.each<[string, number, Bytes]>([
  [
    "a WebP with a head after each of many notes",
    1,
    files.webpFile(
      repeated(webpChunk("JUNK"), pieces),
      repeated(webpChunk("ANIM"), pieces),
      files.webpLossless(),
    ),
  ],
  [
    "a JPEG with a profile in more pieces than there are",
    10,
    whole(jpegStart, repeated(noProfile, pieces), jpegEnd),
  ],
])(
  "%s is read in time that grows with its pieces, and not with their square [VALID-06]",
  // In quadratic time, this many reads take 15 to 25 seconds; in linear time, half a second.
  { timeout: 10_000 },
  (_, reads, data) => {
    for (let read = 0; read < reads; read++) expect(clean(data)).not.toBeNull();
  },
);

test.each<[string, Bytes, Bytes]>([
  ["2", bytes([2, 0, 0, 0, 0, 0], u32(120_000)), bytes([0, 0, 0, 1, 0, 0, 0, 0, 0, 0])],
  ["0", bytes([0, 0, 0, 0, 0, 0, 0xff, 0xff]), bytes([0, 1, 0, 0, 0, 0])],
])(
  "a HEIC file that lists more items than any picture, without places, is refused: version %s [VALID-06]",
  (_, head, item) => {
    const list = box("iloc", head, repeated(item, 120_000));
    const file = (...lists: Uint8Array[]) =>
      whole(files.phoneHeic().subarray(0, 24), box("meta", new Uint8Array(4), ...lists), mdat);
    const mdat = box("mdat", new Uint8Array(4));

    expect(clean(file())).not.toBeNull();
    expect(clean(file(list, list))).toBeNull();
  },
);

test("a colour profile whose tags are the same bytes over and over is left out, and one that shares some is kept [VALID-06]", () => {
  const file = (profile: Uint8Array) =>
    files.webpFile(files.webpCanvas(), webpChunk("ICCP", profile), files.webpLossless());
  const kept = (data: Bytes) => Buffer.from(clean(data)!.bytes).includes("ICCP");

  expect(kept(file(overlappingProfile(20_000, 3)))).toBe(true);
  expect(kept(file(overlappingProfile(20_000, 100)))).toBe(false);
});
