import { sha256HexOfBytes } from "../../lib/hash.ts";
import { headBytes, imageTypeOf, readImage } from "../../lib/images/read.ts";
import type { PhotoMimeType } from "../../rules/photoLimits.ts";

/** The properties of a sent image, and the image to store. */
export type CheckedImage = {
  mimeType: PhotoMimeType;
  /** The number of pixels of its largest frame. */
  pixels: number;
  /** The number of bytes that were sent. */
  fileSize: number;
  sha256: string;
  kept: Blob;
};

/**
 * Checks a sent image by its bytes, whatever its name and sender say; returns null when it is no image or was cut off.
 * The image to store has no private metadata, unless the deployment keeps it.
 */
export async function checkImage(sent: Blob): Promise<CheckedImage | null> {
  const bytes = new Uint8Array(await sent.arrayBuffer());
  const image = imageToKeep(bytes);
  if (image === null) return null;
  return {
    ...{ mimeType: image.type, pixels: image.pixels, fileSize: bytes.length },
    sha256: await sha256HexOfBytes(bytes),
    kept: new Blob([image.bytes], { type: image.type }),
  };
}

/**
 * The clean copy of a stored image. `clean` is null when the stored one is clean already; the result is null when it is
 * no image or is damaged.
 */
export async function cleanedImage(stored: Blob): Promise<{ clean: Blob | null } | null> {
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const image = imageToKeep(bytes);
  if (image === null) return null;
  const isClean =
    image.bytes.length === bytes.length && image.bytes.every((byte, at) => byte === bytes[at]);
  return { clean: isClean ? null : new Blob([image.bytes], { type: image.type }) };
}

/** True when the deployment keeps the place, device and other metadata of photos (KEEP_PHOTO_LOCATION). */
export function keepsPrivateMetadata(): boolean {
  return process.env.KEEP_PHOTO_LOCATION?.trim() === "yes";
}

/** The format of a stored file by its first bytes; null when it is no supported image. */
export async function photoTypeOf(stored: Blob): Promise<PhotoMimeType | null> {
  return imageTypeOf(new Uint8Array(await stored.slice(0, headBytes).arrayBuffer()));
}

/** The file extension of a format. */
export function extensionOf(type: PhotoMimeType): string {
  return type === "image/jpeg" ? "jpg" : type.slice("image/".length);
}

function imageToKeep(bytes: Uint8Array<ArrayBuffer>) {
  const type = imageTypeOf(bytes);
  const image = type && readImage(type, bytes, { keepsAll: keepsPrivateMetadata() });
  return image && { ...image, type };
}
