import { sha256HexOfBytes } from "../../lib/hash.ts";
import { headBytes, imageTypeOf, readImage } from "../../lib/images/read.ts";
import type { PhotoMimeType } from "../../rules/inputs/photos.ts";

/** The facts about bytes that were sent as an image, and the image to keep. */
export type CheckedImage = {
  mimeType: PhotoMimeType;
  /** The pixels of its largest frame. */
  pixels: number;
  /** The number of bytes that were sent. */
  fileSize: number;
  sha256: string;
  kept: Blob;
};

/**
 * A sent image, known by its bytes, whatever its name and sender say; null when it is none or was cut off. What is kept
 * has no private metadata, unless the deployment keeps it.
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

/** The clean image for a stored one, null in it when that is clean; null for what is no image or is damaged. */
export async function cleanedImage(stored: Blob): Promise<{ clean: Blob | null } | null> {
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const image = imageToKeep(bytes);
  if (image === null) return null;
  const isClean =
    image.bytes.length === bytes.length && image.bytes.every((byte, at) => byte === bytes[at]);
  return { clean: isClean ? null : new Blob([image.bytes], { type: image.type }) };
}

/** True where the deployment wants photos to keep where and with what they were taken. */
export function keepsPrivateMetadata(): boolean {
  return process.env.KEEP_PHOTO_LOCATION?.trim() === "yes";
}

/** The format of a stored file by its first bytes; null when it is no photo. */
export async function photoTypeOf(stored: Blob): Promise<PhotoMimeType | null> {
  return imageTypeOf(new Uint8Array(await stored.slice(0, headBytes).arrayBuffer()));
}

/** The file endings of each format. */
export function extensionOf(type: PhotoMimeType): string {
  return type === "image/jpeg" ? "jpg" : type.slice("image/".length);
}

function imageToKeep(bytes: Uint8Array<ArrayBuffer>) {
  const type = imageTypeOf(bytes);
  const image = type && readImage(type, bytes, { keepsAll: keepsPrivateMetadata() });
  return image && { ...image, type };
}
