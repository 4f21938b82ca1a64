import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { rotations } from "../../../convex/rules/labels.ts";
import { byDateThenAge, type UnitPhoto } from "./optimistic-photo.ts";

type SentUpdate = Omit<FunctionArgs<typeof api.photos.update>, "session">;

/** A sent date as the server stores it: a picked day at 12:00 UTC. */
function dateAsStored(sent: string): string {
  return new Date(sent.length === 10 ? `${sent}T12:00:00.000Z` : sent).toISOString();
}

/** The rotation that a change sends, if it is one of the four. */
export function rotationIn({ rotation }: Pick<SentUpdate, "rotation">) {
  return rotations.find((each) => each === rotation);
}

/** Shows the changed fields of a photo at once, and moves the photo when its date changes. */
export function applyPhotoUpdate(store: OptimisticLocalStore, sent: SentUpdate): void {
  const { photoId } = sent;
  const after = (photo: UnitPhoto): UnitPhoto => ({
    ...photo,
    photoDate: sent.photoDate ? dateAsStored(sent.photoDate) : photo.photoDate,
    rotation: rotationIn(sent) ?? photo.rotation,
    caption: sent.caption === undefined ? photo.caption : sent.caption?.trim() || null,
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
