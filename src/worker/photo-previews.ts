import {
  ExpirationPlugin,
  NetworkFirst,
  type RouteHandlerCallback,
  type RouteMatchCallback,
  type SerwistPlugin,
} from "serwist";

import { previewCachePrefix } from "../lib/version/preview-cache.ts";

/** The largest cached image. A photo without a preview returns its original, which is too large to cache many of. */
const MOST_BYTES = 400_000;
const MOST_PREVIEWS = 1500;
const DAY_SECONDS = 24 * 60 * 60;

/** True for a preview image in a page; an address that is opened directly goes to the server. */
export const isPhotoPreview: RouteMatchCallback = ({ url, request, sameOrigin }) =>
  sameOrigin &&
  request.destination === "image" &&
  url.pathname.startsWith("/api/photos/") &&
  url.searchParams.get("size") === "preview";

/**
 * Shows a preview from the server, or the cached one when the server does not answer. A page creates the cache of the
 * signed-in person; without a cache, or with the caches of two people, nothing is cached and nothing is shown from a
 * cache.
 */
export const showPhotoPreview: RouteHandlerCallback = async ({ event, request }) => {
  const names = (await caches.keys()).filter((name) => name.startsWith(previewCachePrefix));
  const [cacheName] = names;
  if (cacheName === undefined || names.length > 1) return await fetch(request);
  return await strategyOf(cacheName).handle({ event, request });
};

/** Deletes all cached previews, of all people. */
export async function dropPhotoPreviews(): Promise<void> {
  const names = await caches.keys();
  const previews = names.filter((name) => name.startsWith(previewCachePrefix));
  await Promise.all(previews.map((name) => caches.delete(name)));
}

let known: { cacheName: string; strategy: NetworkFirst } | undefined;

function strategyOf(cacheName: string): NetworkFirst {
  if (known?.cacheName === cacheName) return known.strategy;
  const strategy = new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: 2,
    plugins: [
      small,
      new ExpirationPlugin({
        maxEntries: MOST_PREVIEWS,
        maxAgeSeconds: 60 * DAY_SECONDS,
        purgeOnQuotaError: true,
      }),
    ],
  });
  known = { cacheName, strategy };
  return strategy;
}

/** Caches small successful responses, and deletes previews of photos that are deleted or no longer allowed. */
const small: SerwistPlugin = {
  cacheWillUpdate: ({ response }) => {
    const bytes = Number(response.headers.get("Content-Length") ?? 0);
    return Promise.resolve(response.status === 200 && bytes <= MOST_BYTES ? response : null);
  },
  fetchDidSucceed: async ({ request, response }) => {
    const isGone = [401, 403, 404].includes(response.status);
    if (isGone && known !== undefined) {
      const cache = await caches.open(known.cacheName);
      await cache.delete(request.url, { ignoreVary: true });
    }
    return response;
  },
};
