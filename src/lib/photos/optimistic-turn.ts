import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import { applyPhotoUpdate, rotationIn } from "./optimistic-photo-change.ts";
import type { UnitPhoto } from "./optimistic-photo.ts";

/** A photo's new rotation in degrees. */
export type SentTurn = { photoId: string; rotation: number };

/** The rotation after a quarter turn clockwise, in degrees. */
export function nextTurn(rotation: UnitPhoto["rotation"]): UnitPhoto["rotation"] {
  return ((rotation + 90) % 360) as UnitPhoto["rotation"];
}

/**
 * Shows a photo's new rotation at once: in its unit, on the unit's card, among the project's photos, and in a
 * comparison.
 */
export function applyTurn(store: OptimisticLocalStore, sent: SentTurn): void {
  applyPhotoUpdate(store, sent);
  const { photoId } = sent;
  const rotation = rotationIn(sent) ?? 0;
  const turned = <Shown extends UnitPhoto>(photo: Shown) =>
    photo.id === photoId ? { ...photo, rotation } : photo;
  for (const { args, value: units } of store.getAllQueries(api.units.list)) {
    const unit = units?.find(({ recentPhotos }) => recentPhotos.some(({ id }) => id === photoId));
    if (!units || !unit) continue;
    const after = { ...unit, recentPhotos: unit.recentPhotos.map(turned) };
    store.setQuery(
      api.units.list,
      args,
      units.map((each) => (each === unit ? after : each)),
    );
  }
  for (const { args, value } of store.getAllQueries(api.photos.ofProject)) {
    if (value?.page.some(({ id }) => id === photoId))
      store.setQuery(api.photos.ofProject, args, { ...value, page: value.page.map(turned) });
  }
  for (const { args, value } of store.getAllQueries(api.photos.get)) {
    if (value?.id === photoId) store.setQuery(api.photos.get, args, turned(value));
  }
}
