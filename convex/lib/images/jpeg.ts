import { joined } from "../joined.ts";
import { bytesOf, countPiece, type ImageParts, type Source, slice, textAt } from "./bytes.ts";
import { harmlessExif } from "./exif.ts";
import { harmlessProfile } from "./profile.ts";

const profileName = "ICC_PROFILE\0";
/**
 * The offsets, from the marker, of the sequence number of a profile segment and of the profile data. Marker, length and
 * name come before them.
 */
const [numberAt, profileStart] = [16, 18];
const [endOfImage, startOfScan, numberOfLines] = [0xd9, 0xda, 0xdc];

/** True for segments that a decoder needs: tables, frames, scans, line counts and restarts. */
function isPicture(marker: number): boolean {
  return (
    (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdf) || marker === 0xdb
  );
}

/**
 * True for frame headers: C0 to CF without the three table markers, and DE, which is the header of a hierarchical
 * image.
 */
function isFrame(marker: number): boolean {
  return (
    (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === 0xde
  );
}

/** True for markers without a segment: restarts, a second start of image, and TEM. */
function standsAlone(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
}

/**
 * A JPEG up to its end marker, without the segments that do not belong to the image; throws a RangeError when the file
 * was cut off.
 */
export function readJpeg(source: Source, keepsAll: boolean): ImageParts {
  const { bytes, view } = source;
  const parts = [slice(source, 0, 2)];
  const profiles: Uint8Array<ArrayBuffer>[] = [];
  let [pixels, width, hasExif] = [0, 0, false];
  let at = nextMarker(source, 2);
  for (;;) {
    const marker = view.getUint8(at + 1);
    if (marker === endOfImage) {
      const end = at + 2;
      if (keepsAll) return { parts: [bytes.subarray(0, end)], pixels };
      const kept = withHarmlessProfile(parts, profiles);
      return { parts: [...kept, slice(source, at, end)], pixels };
    }
    if (standsAlone(marker)) {
      countPiece(source);
      at = nextMarker(source, at + 2);
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    const segment = slice(source, at, Math.max(end, at + 4));
    if (isFrame(marker)) {
      width = view.getUint16(at + 7);
      pixels = Math.max(pixels, width * view.getUint16(at + 5));
    } else if (marker === numberOfLines) pixels = Math.max(pixels, width * view.getUint16(at + 4));
    if (isPicture(marker)) parts.push(segment);
    else if (marker === 0xe1 && !hasExif) {
      const exif = exifOf(source, at, end);
      hasExif = exif !== null;
      if (exif !== null) parts.push(exif);
    } else if (marker === 0xe2 && textAt(source, at + 4, 12) === profileName) {
      // The segment is copied, because its texts are overwritten later.
      const profile = slice(source, at, Math.max(end, at + profileStart)).slice();
      profiles.push(profile);
      parts.push(profile);
    } else parts.push(...keptOf(source, at, end));
    const next = nextMarker(source, end);
    if (marker === startOfScan) parts.push(slice(source, end, next));
    at = next;
  }
}

/**
 * The offset of the next marker, after the data of a scan or after stray bytes. The loop goes byte by byte: a search
 * for each 0xff takes a hundred times as long in a file with millions of them.
 */
function nextMarker({ bytes }: Source, from: number): number {
  const last = bytes.length - 1;
  for (let at = from; at < last; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1] ?? 0;
    // In the data of a scan, 0xff is followed by 0 or by a restart marker; fill bytes of 0xff may stand before any
    // marker.
    if (code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  throw new RangeError("The file was cut off.");
}

function exifOf(source: Source, at: number, end: number): Uint8Array<ArrayBuffer> | null {
  if (textAt(source, at + 4, 6) !== "Exif\0\0") return null;
  const tiff = harmlessExif(slice(source, at + 10, end));
  if (tiff === null) return null;
  const length = 2 + 6 + tiff.length;
  return joined([Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff), bytesOf("Exif\0\0"), tiff]);
}

/**
 * The parts with the texts of the colour profile overwritten. The profile may span several segments; one that cannot be
 * read is dropped.
 */
function withHarmlessProfile(
  parts: readonly Uint8Array<ArrayBuffer>[],
  segments: readonly Uint8Array<ArrayBuffer>[],
): Uint8Array<ArrayBuffer>[] {
  const inOrder = segments.toSorted((a, b) => (a[numberAt] ?? 0) - (b[numberAt] ?? 0));
  const profile = harmlessProfile(joined(inOrder.map((one) => one.subarray(profileStart))));
  if (profile === null) {
    const left = new Set(segments);
    return parts.filter((part) => !left.has(part));
  }
  let at = 0;
  for (const segment of inOrder) {
    const length = segment.length - profileStart;
    segment.set(profile.subarray(at, at + length), profileStart);
    at += length;
  }
  return [...parts];
}

/** The kept part of other segments: the resolution without its thumbnail, and the colour transform. */
function keptOf(source: Source, at: number, end: number): Uint8Array<ArrayBuffer>[] {
  switch (source.bytes[at + 1]) {
    case 0xe0: {
      if (textAt(source, at + 4, 5) !== "JFIF\0") return [];
      const facts = slice(source, at + 4, Math.min(end, at + 16));
      return [joined([Uint8Array.of(0xff, 0xe0, 0, 16), facts, new Uint8Array(14 - facts.length)])];
    }
    case 0xee: {
      if (textAt(source, at + 4, 5) !== "Adobe") return [];
      const facts = slice(source, at + 4, Math.min(end, at + 16));
      return [joined([Uint8Array.of(0xff, 0xee, 0, facts.length + 2), facts])];
    }
    default:
      return [];
  }
}
