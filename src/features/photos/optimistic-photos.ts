import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import { photoDateInput } from "../../../convex/rules/inputs/photos.ts";
import type { Photo } from "./photo-sections.ts";

/** Moves a photo to another date at once. */
export function applyPhotoDate(
  store: OptimisticLocalStore,
  { photoId, photoDate }: { photoId: string; photoDate: string | null },
): void {
  const iso = new Date(photoDateInput.parse({ photoDate }).photoDate).toISOString();
  replacePhotos(store, photoId, (photos) =>
    photos
      .map((photo) => (photo.id === photoId ? { ...photo, photoDate: iso } : photo))
      .sort(byDateThenAge),
  );
}

/** Takes a deleted photo out of its list at once. */
export function applyPhotoDeletion(
  store: OptimisticLocalStore,
  { photoId }: { photoId: string },
): void {
  replacePhotos(store, photoId, (photos) => photos.filter((photo) => photo.id !== photoId));
}

function replacePhotos(
  store: OptimisticLocalStore,
  photoId: string,
  change: (photos: Photo[]) => Photo[],
): void {
  for (const { args, value: photos } of store.getAllQueries(api.photos.list)) {
    if (photos?.some((photo) => photo.id === photoId))
      store.setQuery(api.photos.list, args, change(photos));
  }
}

// The order of the server; its texts have one form, so they compare as the moments do.
function byDateThenAge(a: Photo, b: Photo): number {
  const [left, right] = [a, b].map(({ photoDate, createdAt }) => `${photoDate} ${createdAt}`);
  return (left ?? "") < (right ?? "") ? 1 : -1;
}
