import type { Plugin } from "vite";

/** Serves the gallery of components at `/gallery`. The plugin applies to the development server; a build has no gallery. */
export function galleryPage(): Plugin {
  return {
    name: "gallery-page",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/gallery\/?($|\?)/.test(request.url ?? ""))
          request.url = "/tests/gallery/index.html";
        next();
      });
    },
  };
}
