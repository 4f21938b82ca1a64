import { doubtfulPhotos } from "./doubtful-photos.ts";
import { isInUnit, sha256Of } from "./known-photos.ts";
import type { OutgoingPhoto } from "./keep-photo.ts";
import { readableFile, tellUnreadable } from "./readable-file.ts";
import type { PhotoPlace } from "./staged-photos.ts";
import { uploadQueue } from "./uploads.ts";

/** A photo that is to be kept. */
export interface Shot {
  /** The idempotency key: adding the photo twice keeps one. */
  key: string;
  file: File;
  /** The file name without control characters and characters that reverse the reading direction. */
  name: string;
  /** The preview; undefined when it has not been made yet. */
  preview?: Blob | null;
  caption: string | null;
  /** The calendar day, or null for the time at which it was taken or added. */
  photoDate: string | null;
  /** The time at which it was taken, if known. */
  takenAt: string | null;
  /** The task that the photo shows. */
  taskId: string | null;
  /** True for a photo that was taken with this camera page: it is certainly new, and its tile shows the progress. */
  isTakenHere?: true;
}

/**
 * Adds photos to a stage of a unit. Photos that were taken here are handed over synchronously. Chosen files are hashed
 * first, and the user is asked about those that the unit already has. Resolves when every file is handed over or in
 * question, with the keys of those files: the user is told about the others, which cannot be read.
 */
export async function addPhotos(
  place: PhotoPlace,
  shots: readonly Shot[],
): Promise<readonly string[]> {
  handOver(place, shots.filter(isTakenHere), { isQuiet: true });
  const known: Shot[] = [];
  const fresh: OutgoingPhoto[] = [];
  const unreadable = new Set<string>();
  for (const chosen of shots.filter((shot) => !isTakenHere(shot))) {
    const file = await readableFile(chosen);
    if (file === null) {
      unreadable.add(chosen.key);
      tellUnreadable(chosen.name);
      continue;
    }
    const shot = { ...chosen, file };
    const sha256 = await sha256Of(file);
    const isKnown =
      sha256 !== null &&
      (isWaiting(place.unitId, sha256, fresh) || (await isInUnit(place.unitId, sha256)));
    if (isKnown) known.push(shot);
    else fresh.push({ ...outgoing(place, shot), sha256 });
  }
  if (fresh.length > 0) void uploadQueue.add(fresh);
  if (known.length > 0) doubtfulPhotos.ask(place, known);
  return shots.map(({ key }) => key).filter((key) => !unreadable.has(key));
}

/** Adds photos that the unit already has, after the user has confirmed them. */
export function addAnyway(place: PhotoPlace, shots: readonly Shot[]): void {
  handOver(place, shots, { isQuiet: false });
}

function handOver(place: PhotoPlace, shots: readonly Shot[], options: { isQuiet: boolean }): void {
  if (shots.length === 0) return;
  void uploadQueue.add(
    shots.map((shot) => outgoing(place, shot)),
    options,
  );
}

function outgoing({ unitId, type }: PhotoPlace, shot: Shot): OutgoingPhoto {
  const { key, file, name, preview, caption, photoDate, takenAt, taskId } = shot;
  return { key, unitId, type, file, name, preview, caption, photoDate, takenAt, taskId };
}

/** True when the same file waits on this device for the same unit. */
function isWaiting(unitId: string, sha256: string, fresh: readonly OutgoingPhoto[]): boolean {
  return [...uploadQueue.snapshot(), ...fresh].some(
    (upload) => upload.unitId === unitId && upload.sha256 === sha256,
  );
}

function isTakenHere(shot: Shot): boolean {
  return shot.isTakenHere === true;
}
