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
    await dropPreviews(own);
    await caches.open(own);
  } catch {
    // A browser that keeps nothing has nothing to forget either.
  }
}

/** Forgets the kept photo previews of everybody, or of all but one. */
export async function dropPreviews(except?: string): Promise<void> {
  if (!("caches" in window)) return;
  const names = await caches.keys();
  const dropped = names.filter((name) => name.startsWith(previewCachePrefix) && name !== except);
  await Promise.all(dropped.map((name) => caches.delete(name)));
}
