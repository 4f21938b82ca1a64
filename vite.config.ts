import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { galleryPage } from "./scripts/build/gallery-page.ts";

export default defineConfig({
  plugins: [
    // Its options are in tsr.config.json, which its command line reads too.
    tanstackRouter(),
    react(),
    tailwindcss(),
    galleryPage(),
  ],
  // The development server prepares the packages of both pages at its start, so that neither reloads for them.
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
    // Read by the first-JavaScript budget.
    manifest: true,
    target: "es2023",
    // Nothing inline: no data URLs, no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
