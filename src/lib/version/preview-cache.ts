/** The prefix of the names of preview caches; the person's id follows it. */
export const previewCachePrefix = "photo-previews-of-";

/** The name of a person's cache of photo previews. */
function previewCacheOf(userId: string): string {
  return `${previewCachePrefix}${userId}`;
}

/** Lets the service worker cache the photo previews that this person sees, and deletes those of other people. */
export async function keepPreviewsOf(userId: string): Promise<void> {
  // The Cache API exists only on https and on localhost.
  if (!("caches" in window)) return;
  const own = previewCacheOf(userId);
  try {
    await dropPreviews(own);
    await caches.open(own);
  } catch {
    // A browser that keeps nothing has nothing to delete.
  }
}

/** Deletes the cached photo previews of all people, or of all but one. */
export async function dropPreviews(except?: string): Promise<void> {
  if (!("caches" in window)) return;
  const names = await caches.keys();
  const dropped = names.filter((name) => name.startsWith(previewCachePrefix) && name !== except);
  await Promise.all(dropped.map((name) => caches.delete(name)));
}
