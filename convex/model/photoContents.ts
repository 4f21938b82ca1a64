import { sha256HexOfBytes } from "../lib/hash.ts";
import { headBytes, imageTypeOf, readImage } from "../lib/images/read.ts";
import type { PhotoMimeType } from "./inputs/photos.ts";

/** What is known of the bytes that were sent as an image, and the image as it is to be kept. */
export type CheckedImage = {
  mimeType: PhotoMimeType;
  /** Of its largest frame. */
  pixels: number;
  /** Of the bytes that were sent. */
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
  const mimeType = imageTypeOf(bytes);
  const keepsAll = process.env.KEEP_PHOTO_LOCATION?.trim() === "yes";
  const image = mimeType === null ? null : readImage(mimeType, bytes, { keepsAll });
  if (mimeType === null || image === null) return null;
  return {
    ...{ mimeType, pixels: image.pixels, fileSize: bytes.length },
    sha256: await sha256HexOfBytes(bytes),
    kept: new Blob([image.bytes], { type: mimeType }),
  };
}

/** The format of a stored file by its first bytes; null when it is no photo. */
export async function photoTypeOf(stored: Blob): Promise<PhotoMimeType | null> {
  return imageTypeOf(new Uint8Array(await stored.slice(0, headBytes).arrayBuffer()));
}

/** What the files of a format end in. */
export function extensionOf(type: PhotoMimeType): string {
  return type === "image/jpeg" ? "jpg" : type.slice("image/".length);
}
