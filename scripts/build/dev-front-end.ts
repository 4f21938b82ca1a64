import type { Server } from "node:http";
import { createServer } from "vite";
import type { FrontEnd } from "convex-host";

export type DevFrontEnd = FrontEnd & {
  /** Lays an error of the backend over every open page. */
  showError(message: string): void;
  clearError(): void;
};

/** Vite as middleware in the host's server: pages and hot reload use the same port. */
export async function openDevFrontEnd(server: Server): Promise<DevFrontEnd> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: "spa",
    clearScreen: false,
  });
  let hasError = false;
  return {
    handle: (request, response, next) => {
      // Vite's pages contain inline scripts and styles, which the host's Content-Security-Policy forbids.
      response.removeHeader("Content-Security-Policy");
      vite.middlewares(request, response, next);
    },
    close: () => vite.close(),
    showError(message) {
      hasError = true;
      vite.ws.send({ type: "error", err: { message, stack: "", plugin: "convex/" } });
    },
    clearError() {
      if (hasError) vite.ws.send({ type: "full-reload" });
      hasError = false;
    },
  };
}
