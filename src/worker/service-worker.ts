/// <reference lib="webworker" />
import { NavigationRoute, type PrecacheEntry, Route, Serwist } from "serwist";

import { isForServer } from "./server-addresses.ts";
import { keepEarlierAssets, readEarlierAsset } from "./earlier-assets.ts";
import { missingFilesWanted } from "../lib/version/missing-files-wanted.ts";
import { fetchMissingFiles } from "./missing-files.ts";
import { dropPhotoPreviews, isPhotoPreview, showPhotoPreview } from "./photo-previews.ts";

declare const self: ServiceWorkerGlobalScope;
/** The files of this version; the build inserts the list. */
declare const PRECACHE: PrecacheEntry[];

/**
 * Opens the app without a network. It caches the files of one version and the previews of seen photos, and no answers
 * of the API. A new version waits until a page activates it; see `src/lib/version`.
 */
const worker = new Serwist({
  precacheEntries: PRECACHE,
  precacheOptions: {
    // The limit gives priority to a page that loads at the same time.
    concurrency: 2,
    // The bare address of the site is used to test if the server is there, which a cached file would hide.
    directoryIndex: null,
    cleanURLs: false,
  },
  // The first version also serves the page that installed it, so that files which this page loads later are available
  // offline.
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
self.addEventListener("message", (event) => {
  const { data } = event as { data: { type?: string } | null };
  if (data?.type !== missingFilesWanted) return;
  const { cacheName } = worker.precacheStrategy;
  const fetchFile = (address: string, signal: AbortSignal) =>
    worker.handleRequest({ request: new Request(address, { signal }), event });
  event.waitUntil(fetchMissingFiles(worker.getUrlsToPrecacheKeys(), { cacheName, fetchFile }));
});
worker.addEventListeners();
