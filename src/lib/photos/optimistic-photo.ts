import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

/** A photo in the list of its unit. */
export type UnitPhoto = FunctionReturnType<typeof api.photos.list>[number];

/** A photo that the server does not have yet, as plain data. */
export interface NewPhoto {
  /** Names it until it has an id, and makes sending it again harmless. */
  key: string;
  unitId: string;
  type: UnitPhoto["type"];
  /** The name of the file as it can be shown anywhere. */
  name: string;
  /** The size of the file in bytes. */
  size: number;
  caption: string | null;
  /** The calendar day, or null for the moment it was taken or added. */
  photoDate: string | null;
  takenAt: string | null;
  taskId: string | null;
  /** The SHA-256 of the file, where it is known. */
  sha256: string | null;
}

interface Made {
  /** The id and the file name until the server has given others. */
  id: string;
  at: number;
  by: string;
  /** The id that the server has given, where it is known. */
  known: string | undefined;
}

/** Shows a new photo at once in the list of its unit, unless the server has it there. */
export function applyNewPhoto(store: OptimisticLocalStore, photo: NewPhoto, made: Made): void {
  const shown = photoAsShown(photo, made);
  for (const { args, value: photos } of store.getAllQueries(api.photos.list)) {
    if (!photos || args.unitId !== photo.unitId || args.sha256 !== undefined) continue;
    if (photos.some((each) => each.id === made.known || isOf(each, photo, made.at))) continue;
    const older = photos.findIndex((each) => byDateThenAge(shown, each) < 0);
    store.setQuery(
      api.photos.list,
      args,
      photos.toSpliced(older < 0 ? photos.length : older, 0, shown),
    );
  }
}

/** True when the server made this photo of that one; it keeps the moment to the millisecond. */
export function isOf(stored: UnitPhoto, { type, name }: NewPhoto, madeAt: number): boolean {
  if (stored.originalName !== name || stored.type !== type) return false;
  return Date.parse(stored.createdAt) === madeAt;
}

/** The order of the server: by date, then age, the newest first. Its texts have one form, so they compare as moments do. */
export function byDateThenAge(a: UnitPhoto, b: UnitPhoto): number {
  const [left, right] = [a, b].map(({ photoDate, createdAt }) => `${photoDate} ${createdAt}`);
  return (left ?? "") < (right ?? "") ? 1 : -1;
}

function photoAsShown(photo: NewPhoto, { id, at, by }: Made): UnitPhoto {
  const { unitId, type, name, size, caption, takenAt, taskId, sha256 } = photo;
  const createdAt = new Date(at).toISOString();
  const date = photo.photoDate ?? takenAt ?? createdAt;
  return {
    ...{ id, unitId, type, caption, takenAt, taskId, sha256, createdAt },
    ...{ filename: id, originalName: name, fileSize: size, mimeType: null },
    ...{ uploadedBy: by, photoDate: new Date(date).toISOString(), rotation: 0 },
  } as UnitPhoto;
}
