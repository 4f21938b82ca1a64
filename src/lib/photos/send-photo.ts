import { ApiError } from "../api-client.ts";
import { isOfServer, Unreachable } from "../server-answer.ts";
import type { UnitPhoto } from "./optimistic-photo.ts";

/** The form fields of an upload; null leaves a field out. */
export type PhotoFields = Readonly<Record<string, string | null>>;

/** The files of a photo. */
export interface PhotoFiles {
  photo: Blob;
  preview?: Blob | undefined;
}

/** The message for a photo whose file the browser has deleted. */
export const photoGone = "The file of this photo is no longer on this device.";

interface Way {
  signal: AbortSignal;
  /** The sent share, from 0 to below 1: the whole counts once the server has answered. */
  onProgress: (share: number) => void;
}

/** The time in ms after which a connection without progress counts as dead. */
const SILENCE_MS = 30_000;

/** The largest share that is reported without an answer: a full bar looks like a saved photo. */
export const MOST_UNANSWERED = 0.99;

/** Uploads a photo. It uses no `fetch`, which cannot report the progress of an upload. */
export async function sendPhoto(
  fields: PhotoFields,
  files: PhotoFiles & { name: string },
  { signal, onProgress }: Way,
): Promise<UnitPhoto> {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const silence = new Silence(() => request.abort());
  const cancel = () => request.abort();
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      request.open("POST", "/api/photos");
      request.upload.onprogress = ({ loaded, total }) => {
        silence.begin();
        onProgress(total > 0 ? Math.min(loaded / total, MOST_UNANSWERED) : 0);
      };
      request.onload = () => {
        const { status, statusText, responseText } = request;
        const has = (name: string) => request.getResponseHeader(name) !== null;
        if (!isOfServer({ headers: { has } })) reject(new Unreachable({ isAnswered: true }));
        else if (status >= 200 && status < 300) resolve(responseText);
        else reject(new ApiError(status, responseText || statusText));
      };
      const lost = () => reject(new Unreachable());
      request.onerror = lost;
      request.onabort = lost;
      signal.addEventListener("abort", cancel, { once: true });
      silence.begin();
      request.send(formOf(fields, files));
    });
    return photoIn(answer);
  } finally {
    silence.end();
    signal.removeEventListener("abort", cancel);
  }
}

/** Parses the answer, which may be cut off. */
function photoIn(answer: string): UnitPhoto {
  try {
    return JSON.parse(answer) as UnitPhoto;
  } catch {
    throw new Unreachable();
  }
}

/** A timer that calls back after a time without activity. */
class Silence {
  readonly #onSilence: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSilence, SILENCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function formOf(fields: PhotoFields, { photo, preview, name }: PhotoFiles & { name: string }) {
  const form = new FormData();
  // The fields come first, so that the server reads them before the file.
  for (const [field, value] of Object.entries(fields)) {
    if (value !== null) form.append(field, value);
  }
  form.append("photo", photo, name);
  if (preview) form.append("preview", preview, "preview");
  return form;
}
