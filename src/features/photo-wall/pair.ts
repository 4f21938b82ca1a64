import type { ProjectPhoto } from "../../lib/photos/photo.ts";

/** The chosen photos after one was pressed: it is taken out, or takes its place behind the last one chosen. */
export function withPressed(pair: readonly string[], photoId: string): string[] {
  if (pair.includes(photoId)) return pair.filter((id) => id !== photoId);
  return [...pair, photoId].slice(-2);
}

/** The chosen photos, the older one first as far as that is known. */
export function inOrder(
  pair: readonly string[],
  photos: readonly ProjectPhoto[],
): readonly string[] {
  const dates = pair.map((id) => photos.find((photo) => photo.id === id)?.photoDate ?? "");
  const [first = "", second = ""] = dates;
  return second !== "" && second < first ? pair.toReversed() : pair;
}
