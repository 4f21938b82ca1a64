import { dayOf } from "../../lib/format.ts";
import type { Photo, PhotoType } from "../../lib/photos/photo.ts";

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
