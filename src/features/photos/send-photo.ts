import { ApiError } from "../../lib/api-client.ts";
import { makePreview } from "./make-preview.ts";
import type { PhotoType } from "./photo-sections.ts";

/** A photo on its way to a unit. */
export interface OutgoingPhoto {
  /** Makes sending it again harmless. */
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

/** The function that sends a photo; resolves when it is stored. Progress runs from 0 to 1. */
export type SendPhoto = (
  photo: OutgoingPhoto,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<void>;

/** Uploads a photo with a preview made here. Not `fetch`, which cannot tell how far an upload is. */
export const sendPhoto: SendPhoto = async (photo, { signal, onProgress }) => {
  const { preview = await makePreview(photo.file) } = photo;
  const form = formOf(photo, preview);
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/photos");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new ApiError(status, responseText || statusText));
    };
    request.onerror = () => reject(new TypeError("The server could not be reached"));
    request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
};

function formOf(photo: OutgoingPhoto, preview: Blob | null): FormData {
  const { key, unitId, type, file, caption, photoDate, takenAt, taskId } = photo;
  const form = new FormData();
  // The fields first: they are read before the many bytes.
  const fields = { unitId, type, key, caption, photoDate, takenAt, taskId };
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, value);
  form.append("photo", file, file.name);
  if (preview) form.append("preview", preview, "preview");
  return form;
}
