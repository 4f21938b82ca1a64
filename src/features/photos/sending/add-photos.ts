import { doubtfulPhotos } from "./doubtful-photos.ts";
import { isInUnit, sha256Of } from "./known-photos.ts";
import type { OutgoingPhoto } from "./keep-photo.ts";
import type { PhotoPlace } from "./staged-photos.ts";
import { uploadQueue } from "./uploads.ts";

/** A photo to be kept. */
export interface Shot {
  /** Makes adding it again harmless. */
  key: string;
  file: File;
  /** The name of the file as it can be shown anywhere. */
  name: string;
  /** The small copy of it; left out where nobody has made one. */
  preview?: Blob | null;
  caption: string | null;
  /** The calendar day, or null for the moment it was taken or added. */
  photoDate: string | null;
  /** The moment it was taken, as far as it is known. */
  takenAt: string | null;
  /** The task that it is of. */
  taskId: string | null;
  /** True for a photo that the camera here took: it is new for certain, and its tile tells how it goes. */
  isTakenHere?: true;
}

/**
 * Adds photos to a stage of a unit. What was taken here is handed over in this very call. Chosen files are hashed first,
 * and those that the unit has already are asked about; resolves when every file is handed over or asked about.
 */
export async function addPhotos(place: PhotoPlace, shots: readonly Shot[]): Promise<void> {
  handOver(place, shots.filter(isTakenHere), { isQuiet: true });
  const known: Shot[] = [];
  const fresh: OutgoingPhoto[] = [];
  for (const shot of shots.filter((shot) => !isTakenHere(shot))) {
    const sha256 = await sha256Of(shot.file);
    const isKnown =
      sha256 !== null &&
      (isWaiting(place.unitId, sha256, fresh) || (await isInUnit(place.unitId, sha256)));
    if (isKnown) known.push(shot);
    else fresh.push({ ...outgoing(place, shot), sha256 });
  }
  if (fresh.length > 0) void uploadQueue.add(fresh);
  if (known.length > 0) doubtfulPhotos.ask(place, known);
}

/** Adds photos that the unit has already, because somebody wants them twice. */
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

/** True when this file waits on this device for the same unit. */
function isWaiting(unitId: string, sha256: string, fresh: readonly OutgoingPhoto[]): boolean {
  return [...uploadQueue.snapshot(), ...fresh].some(
    (upload) => upload.unitId === unitId && upload.sha256 === sha256,
  );
}

function isTakenHere(shot: Shot): boolean {
  return shot.isTakenHere === true;
}
