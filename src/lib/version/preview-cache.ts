/** The caches of photo previews are called after whom they belong to. */
export const previewCachePrefix = "photo-previews-of-";

/** The name of a person's cache of photo previews. */
function previewCacheOf(userId: string): string {
  return `${previewCachePrefix}${userId}`;
}

/** Lets the service worker keep the photo previews that this person sees, and forgets those of everybody else. */
export async function keepPreviewsOf(userId: string): Promise<void> {
  // Only where the site is https or this machine.
  if (!("caches" in window)) return;
  const own = previewCacheOf(userId);
  try {
    const names = await caches.keys();
    const others = names.filter((name) => name.startsWith(previewCachePrefix) && name !== own);
    await Promise.all(others.map((name) => caches.delete(name)));
    await caches.open(own);
  } catch {
    // A browser that keeps nothing has nothing to forget either.
  }
}
