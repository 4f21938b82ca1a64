import { joined } from "../joined.ts";
import { type ImageParts, type Source, sourceOf } from "./bytes.ts";
import { readGif } from "./gif.ts";
import { readHeif } from "./heif.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import { readWebp } from "./webp.ts";

const readerByType = {
  "image/jpeg": readJpeg,
  "image/png": readPng,
  "image/gif": readGif,
  "image/webp": readWebp,
  "image/heic": readHeif,
  "image/heif": readHeif,
} as const satisfies Record<string, (source: Source, keepsAll: boolean) => ImageParts>;

export type ImageType = keyof typeof readerByType;

/** The number of leading bytes that identify the format of a file; a HEIF file lists its brands there. */
export const headBytes = 64;

// The brands of HEVC images and sequences, and the general brands of the container.
const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];
const heifBrands = ["mif1", "mif2", "msf1"];
const avifBrands = ["avif", "avis"];

/**
 * An image as it will be stored, or null when it was cut off or is damaged. Bytes after its end are dropped. Metadata
 * about place, person and device is removed too, unless `keepsAll` is true. The image data, orientation, colours and
 * time of the picture stay exactly the same.
 */
export function readImage(
  type: ImageType,
  bytes: Uint8Array<ArrayBuffer>,
  { keepsAll }: { keepsAll: boolean },
): { bytes: Uint8Array<ArrayBuffer>; pixels: number } | null {
  try {
    const { parts, pixels } = readerByType[type](sourceOf(bytes), keepsAll);
    return { bytes: parts.length === 1 && parts[0] ? parts[0] : joined(parts), pixels };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The format that the first bytes of a file belong to, whatever its name and sender say; null for an unknown one. */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  // One character for each byte, so that magic numbers look as in the specifications of the formats.
  const text = String.fromCharCode(...head.subarray(0, headBytes));
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "image/webp";
  return text.startsWith("ftyp", 4) ? containerType(text) : null;
}

/** The type of an ISO media file by its first box: a major brand, a version, then the compatible brands. */
function containerType(text: string): ImageType | null {
  const boxEnd = text.charCodeAt(2) * 256 + text.charCodeAt(3);
  const compatible = text.slice(16, boxEnd).match(/[^]{4}/g) ?? [];
  const major = text.slice(8, 12);
  if (heicBrands.includes(major)) return "image/heic";
  if (!heifBrands.includes(major) || compatible.some((brand) => avifBrands.includes(brand)))
    return null;
  return compatible.some((brand) => heicBrands.includes(brand)) ? "image/heic" : "image/heif";
}
