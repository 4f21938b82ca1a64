import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { dayOf } from "../../lib/format.ts";

/** A photo of a unit. */
export type Photo = FunctionReturnType<typeof api.photos.list>[number];

/** The stage of the work at which a photo was taken. */
export type PhotoType = Photo["type"];

/** The sections of the tab, in their order. */
export const PHOTO_SECTIONS: readonly { type: PhotoType; title: string }[] = [
  { type: "before", title: "Before Photos" },
  { type: "progress", title: "Daily Progress Photos" },
  { type: "completion", title: "Completion Photos" },
];

/** Photos of one local day. */
export interface PhotoDay {
  day: string;
  photos: Photo[];
}

/** Photos by the viewer's local day, the newest day first; within a day they keep their order. */
export function groupByDay(photos: readonly Photo[]): PhotoDay[] {
  const photosByDay = new Map<string, Photo[]>();
  for (const photo of photos) {
    const day = dayOf(photo.photoDate);
    const sameDay = photosByDay.get(day);
    if (sameDay) sameDay.push(photo);
    else photosByDay.set(day, [photo]);
  }
  return [...photosByDay]
    .map(([day, photos]) => ({ day, photos }))
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}
