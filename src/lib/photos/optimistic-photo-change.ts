import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { updatePhotoInput } from "../../../convex/rules/inputs/photos.ts";
import { byDateThenAge, type UnitPhoto } from "./optimistic-photo.ts";

type SentUpdate = Omit<FunctionArgs<typeof api.photos.update>, "session">;

/** Shows the changed fields of a photo at once, and moves the photo when its date changes. */
export function applyPhotoUpdate(
  store: OptimisticLocalStore,
  { photoId, ...sent }: SentUpdate,
): void {
  const { photoDate, rotation, caption } = updatePhotoInput.parse(sent);
  const after = (photo: UnitPhoto): UnitPhoto => ({
    ...photo,
    photoDate: photoDate === undefined ? photo.photoDate : new Date(photoDate).toISOString(),
    rotation: rotation ?? photo.rotation,
    caption: caption === undefined ? photo.caption : caption,
    taskId: sent.taskId === undefined ? photo.taskId : (sent.taskId as UnitPhoto["taskId"]),
  });
  replacePhotos(store, photoId, (photos) =>
    photos.map((photo) => (photo.id === photoId ? after(photo) : photo)).sort(byDateThenAge),
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
  change: (photos: UnitPhoto[]) => UnitPhoto[],
): void {
  for (const { args, value: photos } of store.getAllQueries(api.photos.list)) {
    if (photos?.some((photo) => photo.id === photoId))
      store.setQuery(api.photos.list, args, change(photos));
  }
}
