import { addPhotos } from "../../sending/add-photos.ts";
import { stagedPhotos } from "../../sending/staged-photos.ts";
import { followUnsentPhotos, unitPhotosAddress } from "../../sending/unsent-photos.ts";
import type { ShotPlace } from "./camera-roll.ts";

/** Adds chosen files in place of shots. Until they are handed over they count as chosen and not sent. */
export async function addFiles(place: ShotPlace, files: readonly File[]): Promise<void> {
  const { unitId, type, taskId } = place;
  const section = { unitId, type };
  followUnsentPhotos(unitId, unitPhotosAddress(place));
  const chosen = stagedPhotos.add(section, files);
  const added = await addPhotos(
    section,
    chosen.map((file) => ({ ...file, caption: null, photoDate: null, takenAt: null, taskId })),
  );
  for (const key of added) stagedPhotos.leaveOut(section, key);
}
