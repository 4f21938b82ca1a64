import { api } from "../../../../convex/_generated/api.js";
import { answers } from "../../../lib/answers/answers.ts";
import { apiGet } from "../../../lib/api-client.ts";
import { listOf, objectOf, orNull, text } from "../../../lib/shape.ts";

/** The longest time in ms for the question: a slow connection does not hold up a photo. */
const ASK_MS = 4000;

const photosByHash = listOf(objectOf({}, { sha256: orNull(text) }));

/** The SHA-256 hash of a file in hex digits; null when the browser cannot compute it, as without https. */
export async function sha256Of(file: Blob): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return null;
  const digest = await subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * True when the unit already has this file. Loaded photos give the answer at once, also for hundreds of files; else the
 * server is asked. When it cannot answer now, the result is false.
 */
export async function isInUnit(unitId: string, sha256: string): Promise<boolean> {
  const shown = answers.shown().getQuery(api.photos.list, { unitId });
  if (shown) return shown.some((photo) => photo.sha256 === sha256);
  if (!navigator.onLine) return false;
  try {
    const answer = await apiGet(["/api/units", unitId, "photos"], {
      search: { sha256 },
      signal: AbortSignal.timeout(ASK_MS),
    });
    return photosByHash(answer)?.some((photo) => photo.sha256 === sha256) ?? false;
  } catch {
    return false;
  }
}
