import type { Plugin } from "vite";

/** A service worker that deletes its caches, unregisters itself and reloads its pages from the server. */
const farewell = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: "window" })) await page.navigate(page.url);
}
`;

/**
 * Ends the service worker that an earlier build registered at this address. It would show its own pages in place of
 * those of the development server.
 */
export function noServiceWorker(): Plugin {
  return {
    name: "no-service-worker",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split("?")[0] !== "/service-worker.js") return next();
        response.setHeader("Content-Type", "text/javascript");
        response.setHeader("Cache-Control", "no-store");
        response.end(farewell);
      });
    },
  };
}
