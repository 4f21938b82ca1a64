import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getManifest } from "@serwist/build";
import { build } from "esbuild";

/** Bundles the service worker into a built front end, with the list of the files that it keeps. */
export async function buildServiceWorker(folder: string): Promise<void> {
  const { manifestEntries = [], warnings } = await getManifest({
    globDirectory: folder,
    globPatterns: ["index.html", "favicon.svg", "assets/**/*.{js,css,svg,woff2}"],
    // The names of these files change with their content.
    dontCacheBustURLsMatching: /^\/assets\//,
    modifyURLPrefix: { "": "/" },
  });
  // The hash refuses what a gateway answers in the server's place, which the worker would keep as a part of the app.
  const entries = manifestEntries.map((entry) => ({
    ...entry,
    integrity: integrityOf(join(folder, entry.url)),
  }));
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  await build({
    entryPoints: ["src/worker/service-worker.ts"],
    outfile: `${folder}/service-worker.js`,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    define: {
      PRECACHE: JSON.stringify(entries),
      "process.env.NODE_ENV": '"production"',
    },
    logLevel: "warning",
  });
}

function integrityOf(path: string): string {
  return `sha256-${createHash("sha256").update(readFileSync(path)).digest("base64")}`;
}
