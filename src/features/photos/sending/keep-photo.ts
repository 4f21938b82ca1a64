import { connection } from "../../../lib/connection/connection.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import { verdictOn } from "../../../lib/outbox/verdict.ts";
import { canKeep } from "../../../lib/photos/device-room.ts";
import { localPhotos } from "../../../lib/photos/local-photos.ts";
import { photoProgress } from "../../../lib/photos/photo-progress.ts";
import { sendPhoto } from "../../../lib/photos/send-photo.ts";
import { makePreview } from "../preview/make-preview.ts";
import type { PhotoType } from "../../../lib/photos/photo.ts";

/** A photo that is to be added to a unit. */
export interface OutgoingPhoto {
  /** The idempotency key: adding or sending the photo twice keeps one. */
  key: string;
  unitId: string;
  type: PhotoType;
  file: File;
  /** The file name without control characters and characters that reverse the reading direction. */
  name: string;
  caption: string | null;
  /** The calendar day, or null for now. */
  photoDate: string | null;
  /** The time at which it was taken, if known. */
  takenAt: string | null;
  /** The task that the photo shows. */
  taskId: string | null;
  /** The preview; null when there can be none, undefined when it has not been made yet. */
  preview?: Blob | null | undefined;
  /** The SHA-256 hash of the file, if this browser can compute it. */
  sha256?: string | null;
}

/**
 * The result of adding a photo: kept on this device, sent to the server, refused by it, or neither kept nor sent yet.
 */
export type KeptPhoto = "kept" | "sent" | "neither" | { error: unknown };

/** The author of a photo, and the time at which it was added. */
export interface Added {
  by: string | null;
  madeAt: string;
}

/** The photo with its preview. */
export async function withPreview(photo: OutgoingPhoto): Promise<OutgoingPhoto> {
  const { preview = await makePreview(photo.file) } = photo;
  return { ...photo, preview };
}

/**
 * Puts a photo with its preview into the outbox, which shows and sends it. When the device cannot keep it, the photo is
 * sent at once instead, if there is a connection.
 */
export async function keepPhoto(photo: OutgoingPhoto, added: Added): Promise<KeptPhoto> {
  try {
    if (!(await canKeep(photo.file.size))) return await sendUnkept(photo, added);
    await keep(photo);
    return "kept";
  } catch {
    localPhotos.drop(photo.key);
    return await sendUnkept(photo, added);
  }
}

async function keep(photo: OutgoingPhoto): Promise<void> {
  const { file, preview, sha256 = null, ...fields } = photo;
  const { key, unitId, type, name, caption, photoDate, takenAt, taskId } = fields;
  const files = { photo: file, ...(preview && { preview }) };
  localPhotos.put(key, files);
  const { size } = file;
  await outbox.do(
    "photo.add",
    { key, unitId, type, name, size, caption, photoDate, takenAt, taskId, sha256 },
    { files },
  );
}

async function sendUnkept(photo: OutgoingPhoto, added: Added): Promise<KeptPhoto> {
  const { key, unitId, type, file, name, caption, photoDate, takenAt, taskId, preview } = photo;
  if (connection.snapshot().state !== "live") return "neither";
  try {
    await sendPhoto(
      { key, unitId, type, ...added, caption, photoDate, takenAt, taskId },
      { photo: file, preview: preview ?? undefined, name },
      {
        signal: new AbortController().signal,
        onProgress: (share) => photoProgress.set(key, share),
      },
    );
    return "sent";
  } catch (error) {
    // The next session may send it.
    return verdictOn(error) === "refused" ? { error } : "neither";
  } finally {
    photoProgress.end(key);
  }
}
