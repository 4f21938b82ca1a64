import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { sharedChunks } from "./scripts/build/chunks.ts";
import { earlyScript } from "./scripts/build/early-script.ts";
import { firstCode } from "./scripts/build/first-code.ts";
import { galleryPage } from "./scripts/build/gallery-page.ts";
import { guardedImports, withOwnFile } from "./scripts/build/guarded-imports.ts";
import { noServiceWorker } from "./scripts/build/no-service-worker.ts";
import { screenChunks } from "./scripts/build/screen-chunks.ts";

export default defineConfig({
  plugins: [
    // The options are in tsr.config.json, which the router's command line reads too.
    tanstackRouter(),
    react(),
    tailwindcss(),
    galleryPage(),
    screenChunks(),
    earlyScript(),
    firstCode(),
    guardedImports(),
    noServiceWorker(),
  ],
  // The development server bundles the packages of both pages at its start, so that neither page reloads because of
  // them.
  optimizeDeps: { entries: ["index.html", "tests/gallery/index.html"] },
  resolve: {
    alias: {
      // Radix' scroll lock writes <style> elements, which our content security policy forbids.
      "react-style-singleton": fileURLToPath(
        new URL("src/lib/style-singleton.ts", import.meta.url),
      ),
    },
  },
  build: {
    outDir: "dist/app",
    // The check of the first page's budget reads the manifest.
    manifest: true,
    target: "es2023",
    // No data URLs. A later step of the build inlines the first code: see first-page.ts.
    assetsInlineLimit: 0,
    // `npm run check` holds the budget of a first page, which says more than the size of one chunk.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      output: { codeSplitting: { groups: sharedChunks } },
      // A part that a screen loads late may also be a static import of a part that is itself loaded late.
      checks: { ineffectiveDynamicImport: false },
    },
    modulePreload: { polyfill: false, resolveDependencies: withOwnFile },
  },
});
