/// <reference lib="webworker" />
import { NavigationRoute, type PrecacheEntry, Route, Serwist } from "serwist";

import { isForServer } from "./server-addresses.ts";
import { keepEarlierAssets, readEarlierAsset } from "./earlier-assets.ts";
import { dropPhotoPreviews, isPhotoPreview, showPhotoPreview } from "./photo-previews.ts";

declare const self: ServiceWorkerGlobalScope;
/** The files of this version, written in by the build. */
declare const PRECACHE: PrecacheEntry[];

/**
 * Opens the app without a network. It keeps the files of one version and the previews of seen photos, and nothing that
 * the API answers. A new version waits until a page says so, see `src/lib/version`.
 */
const worker = new Serwist({
  precacheEntries: PRECACHE,
  precacheOptions: {
    // A page that loads beside it comes first.
    concurrency: 2,
    // The bare address of the site is asked for to find the server, which a kept file would hide.
    directoryIndex: null,
    cleanURLs: false,
  },
  // The first version serves the page that brought it, so that what this page loads later is there without a network.
  clientsClaim: true,
  disableDevLogs: true,
});

worker.registerRoute(
  new NavigationRoute(worker.createHandlerBoundToUrl("/index.html"), {
    denylist: [isForServer],
  }),
);
worker.registerRoute(new Route(isPhotoPreview, showPhotoPreview));
worker.registerRoute(
  new Route(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"), {
    handle: ({ request }) => readEarlierAsset(request),
  }),
);

self.addEventListener("install", (event) => {
  const current = PRECACHE.map(({ url }) => new URL(url, self.location.href).href);
  event.waitUntil(keepEarlierAssets(worker.precacheStrategy.cacheName, new Set(current)));
});
self.addEventListener("fetch", ({ request }) => {
  if (request.mode === "navigate" && new URL(request.url).pathname === "/api/logout")
    void dropPhotoPreviews();
});
worker.addEventListeners();
