import {
  ExpirationPlugin,
  NetworkFirst,
  type RouteHandlerCallback,
  type RouteMatchCallback,
  type SerwistPlugin,
} from "serwist";

import { previewCachePrefix } from "../lib/version/preview-cache.ts";

/** A photo without a preview answers with its original, which is too large to keep many of. */
const MOST_BYTES = 400_000;
const MOST_PREVIEWS = 1500;
const DAY_SECONDS = 24 * 60 * 60;

/** True for the small image of a photo in a page; an address that somebody opens is the server's. */
export const isPhotoPreview: RouteMatchCallback = ({ url, request, sameOrigin }) =>
  sameOrigin &&
  request.destination === "image" &&
  url.pathname.startsWith("/api/photos/") &&
  url.searchParams.get("size") === "preview";

/**
 * Shows a preview from the server, and the one that was seen before where the server does not answer. A page opens the
 * cache of the person who is signed in; without one, or with those of two people, nothing is kept and nothing shown.
 */
export const showPhotoPreview: RouteHandlerCallback = async ({ event, request }) => {
  const names = (await caches.keys()).filter((name) => name.startsWith(previewCachePrefix));
  const [cacheName] = names;
  if (cacheName === undefined || names.length > 1) return await fetch(request);
  return await strategyOf(cacheName).handle({ event, request });
};

/** Forgets all previews, whosever they are. */
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

/** Keeps what is small and was allowed, and forgets what is deleted or refused. */
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
