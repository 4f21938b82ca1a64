const cacheName = "earlier-assets";

/**
 * Keeps the files that this version no longer has, because tabs of the previous version may still load them. They
 * replace the files kept for the version before that.
 */
export async function keepEarlierAssets(
  precacheName: string,
  current: ReadonlySet<string>,
): Promise<void> {
  const precache = await caches.open(precacheName);
  const outdated = (await precache.keys()).filter(
    ({ url }) => isAsset(url) && !current.has(withoutRevision(url)),
  );
  // The same version was installed again; its predecessor's files are already kept.
  if (outdated.length === 0) return;
  await caches.delete(cacheName);
  const earlier = await caches.open(cacheName);
  for (const request of outdated) {
    const response = await precache.match(request);
    if (response !== undefined) await earlier.put(withoutRevision(request.url), response);
  }
}

/**
 * Answers a request for a file that this version does not have: from the previous version's files, else from the
 * server.
 */
export async function readEarlierAsset(request: Request): Promise<Response> {
  const earlier = await caches.match(request.url, { cacheName });
  return earlier ?? (await fetch(request));
}

function isAsset(url: string): boolean {
  return new URL(url).pathname.startsWith("/assets/");
}

function withoutRevision(url: string): string {
  return url.split("?")[0] ?? url;
}
