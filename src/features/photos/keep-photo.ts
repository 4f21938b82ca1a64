import { toast } from "../../components/ui/toast.ts";
import { showError } from "../../lib/errors.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { localPhotos } from "../../lib/photos/local-photos.ts";
import { makePreview } from "./make-preview.ts";
import type { PhotoType } from "./photo-sections.ts";

/** A photo on its way to a unit. */
export interface OutgoingPhoto {
  /** Makes adding and sending it again harmless. */
  key: string;
  unitId: string;
  type: PhotoType;
  file: File;
  /** The name of the file as it can be shown anywhere. */
  name: string;
  caption: string | null;
  /** The calendar day, or null for now. */
  photoDate: string | null;
  /** The moment it was taken, as far as it is known. */
  takenAt: string | null;
  /** The task that it is of. */
  taskId: string | null;
  /** The small copy of it, or null where there is none; undefined while nobody has made one. */
  preview?: Blob | null | undefined;
  /** The SHA-256 of the file, where this browser can tell it. */
  sha256?: string | null;
}

/** Puts a photo and its preview into the outbox, which shows and sends it; false when this device cannot keep it. */
export async function keepPhoto(photo: OutgoingPhoto): Promise<boolean> {
  const { file, preview = await makePreview(file), sha256 = null, ...fields } = photo;
  const { key, unitId, type, name, caption, photoDate, takenAt, taskId } = fields;
  const files = { photo: file, ...(preview && { preview }) };
  localPhotos.put(key, files);
  try {
    await outbox.do(
      "photo.add",
      { key, unitId, type, name, size: file.size, caption, photoDate, takenAt, taskId, sha256 },
      files,
    );
    return true;
  } catch (error) {
    localPhotos.drop(key);
    if (!isFull(error)) showError(error, `${name} could not be kept on this device.`);
    else {
      const description = `${name} is not kept. Free some space on this device, and add it again.`;
      toast({ title: "This device is full", description, variant: "destructive" });
    }
    return false;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}
