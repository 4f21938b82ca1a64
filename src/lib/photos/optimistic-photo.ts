import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import type { Editor } from "../optimistic/block-change.ts";

/** A photo in the list of its unit. */
export type UnitPhoto = FunctionReturnType<typeof api.photos.list>[number];

/** A photo that the server does not have yet, as plain data. */
export interface NewPhoto {
  /** The idempotency key, which also identifies the photo until it has an id. */
  key: string;
  unitId: string;
  type: UnitPhoto["type"];
  /** The file name without control characters and characters that reverse the reading direction. */
  name: string;
  /** The size of the file in bytes. */
  size: number;
  caption: string | null;
  /** The calendar day, or null for the time at which it was taken or added. */
  photoDate: string | null;
  takenAt: string | null;
  taskId: string | null;
  /** The SHA-256 hash of the file, if known. */
  sha256: string | null;
}

/** The facts about a photo's creation on this device. */
export interface Made {
  /** The pending id, which is also the file name until the server gives others. */
  id: string;
  at: number;
  by: Editor;
  /** The id from the server, if known. */
  known: string | undefined;
}

/** The number of photos on a unit's card. */
const MOST_ON_CARD = 3;

/**
 * Shows a new photo at once in the list of its unit and on the unit's card, unless the server has it there. The list of
 * a unit that this device does not have shows the new photos alone.
 */
export function applyNewPhoto(store: OptimisticLocalStore, photo: NewPhoto, made: Made): void {
  const shown = photoAsShown(photo, made);
  for (const { args, value: photos = [] } of store.getAllQueries(api.photos.list)) {
    if (args.unitId !== photo.unitId || args.sha256 !== undefined) continue;
    if (isAmong(photos, photo, made)) continue;
    store.setQuery(api.photos.list, args, withPhoto(photos, shown));
  }
  addToCard(store, photo, { shown, made });
}

function addToCard(
  store: OptimisticLocalStore,
  photo: NewPhoto,
  { shown, made }: { shown: UnitPhoto; made: Made },
): void {
  for (const { args, value: units } of store.getAllQueries(api.units.list)) {
    const unit = units?.find(({ id }) => id === photo.unitId);
    if (!units || !unit || isAmong(unit.recentPhotos, photo, made)) continue;
    const recentPhotos = withPhoto(unit.recentPhotos, shown).slice(0, MOST_ON_CARD);
    const after = { ...unit, recentPhotos };
    store.setQuery(
      api.units.list,
      args,
      units.map((each) => (each === unit ? after : each)),
    );
  }
}

/** True when the server's photos already contain this one. */
export function isAmong(photos: readonly UnitPhoto[], photo: NewPhoto, made: Made): boolean {
  return photos.some((each) => each.id === made.known || isOf(each, photo, made.at));
}

/** The photos with one more, in its place by date. */
export function withPhoto<Photo extends UnitPhoto>(
  photos: readonly Photo[],
  added: Photo,
): Photo[] {
  const older = photos.findIndex((each) => byDateThenAge(added, each) < 0);
  return photos.toSpliced(older < 0 ? photos.length : older, 0, added);
}

/** True when the server's photo was made from this new one; the server keeps the time to the millisecond. */
export function isOf(stored: UnitPhoto, { type, name }: NewPhoto, madeAt: number): boolean {
  if (stored.originalName !== name || stored.type !== type) return false;
  return Date.parse(stored.createdAt) === madeAt;
}

/**
 * The server's order: by date, then by creation, newest first. All of its texts have the same form, so they compare
 * like times.
 */
export function byDateThenAge(a: UnitPhoto, b: UnitPhoto): number {
  const [left, right] = [a, b].map(({ photoDate, createdAt }) => `${photoDate} ${createdAt}`);
  return (left ?? "") < (right ?? "") ? 1 : -1;
}

/** The photo as the server will return it, under its pending id. */
export function photoAsShown(photo: NewPhoto, { id, at, by }: Made): UnitPhoto {
  const { unitId, type, name, size, caption, takenAt, taskId, sha256 } = photo;
  const createdAt = new Date(at).toISOString();
  const date = photo.photoDate ?? takenAt ?? createdAt;
  return {
    ...{ id, unitId, type, caption, takenAt, taskId, sha256, createdAt },
    ...{ filename: id, originalName: name, fileSize: size, mimeType: null },
    ...{ uploadedBy: by.id, photoDate: new Date(date).toISOString(), rotation: 0 },
  } as UnitPhoto;
}
