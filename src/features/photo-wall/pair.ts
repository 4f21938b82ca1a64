import type { ProjectPhoto } from "../../lib/photos/photo.ts";

/**
 * The chosen photos after a press on one: a chosen photo is removed, another one is added and replaces the first of
 * two.
 */
export function withPressed(pair: readonly string[], photoId: string): string[] {
  if (pair.includes(photoId)) return pair.filter((id) => id !== photoId);
  return [...pair, photoId].slice(-2);
}

/** The chosen photos, the older one first if both dates are known. */
export function inOrder(
  pair: readonly string[],
  photos: readonly ProjectPhoto[],
): readonly string[] {
  const dates = pair.map((id) => photos.find((photo) => photo.id === id)?.photoDate ?? "");
  const [first = "", second = ""] = dates;
  return second !== "" && second < first ? pair.toReversed() : pair;
}
