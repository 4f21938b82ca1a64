import type { PhotoMimeType } from "./inputs/photos.ts";
import { isWholePhoto } from "./photoEnds.ts";

/** Enough of a file to tell its kind: a HEIF file lists its brands there. */
const headBytes = 64;

// HEVC coded images and sequences, and the general brands of the container.
const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];
const heifBrands = ["mif1", "mif2", "msf1"];
const avifBrands = ["avif", "avis"];

/** The format of a file by its bytes, whatever its name and sender say; null when it is no photo or was cut off. */
export async function readPhotoType(file: Blob): Promise<PhotoMimeType | null> {
  const type = photoTypeOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (type === null) return null;
  return isWholePhoto(type, new Uint8Array(await file.arrayBuffer())) ? type : null;
}

/** What the files of a format end in. */
export function extensionOf(type: PhotoMimeType): string {
  return type === "image/jpeg" ? "jpg" : type.slice("image/".length);
}

function photoTypeOf(head: Uint8Array): PhotoMimeType | null {
  // One character per byte, so that magic numbers read as they are written in the formats' texts.
  const text = String.fromCharCode(...head);
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "image/webp";
  return text.startsWith("ftyp", 4) ? containerType(text) : null;
}

/** The kind of an ISO media file: a major brand, a version, then the brands it is compatible with. */
function containerType(text: string): PhotoMimeType | null {
  const boxEnd = text.charCodeAt(2) * 256 + text.charCodeAt(3);
  const compatible = text.slice(16, boxEnd).match(/[^]{4}/g) ?? [];
  const major = text.slice(8, 12);
  if (heicBrands.includes(major)) return "image/heic";
  if (!heifBrands.includes(major) || compatible.some((brand) => avifBrands.includes(brand)))
    return null;
  return compatible.some((brand) => heicBrands.includes(brand)) ? "image/heic" : "image/heif";
}
