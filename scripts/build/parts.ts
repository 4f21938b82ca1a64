import { rm } from "node:fs/promises";
import { bundleApp, bundleHost } from "convex-host/build";
import { compressFolder } from "./compress.ts";
import { writeFirstPage } from "./first-page.ts";
import { buildServiceWorker } from "./service-worker.ts";
import { readStamps, stampOf, writeStamps } from "./stamps.ts";

type Part = { name: string; sources: readonly string[]; build: () => Promise<void> };

const tools = ["package-lock.json", "scripts/build"];

const parts: readonly Part[] = [
  {
    name: "host",
    sources: ["server", "packages/convex-host/src", ...tools],
    build: () => bundleHost({ main: "server/main.ts", outFolder: "dist/host" }),
  },
  {
    name: "convex",
    sources: ["convex", ...tools],
    build: () => bundleApp({ folder: "convex", outFile: "dist/convex/app.js" }),
  },
  {
    name: "app",
    sources: [
      "src",
      "convex",
      "public",
      "index.html",
      "vite.config.ts",
      "tsr.config.json",
      ...tools,
    ],
    build: buildFrontEnd,
  },
];

/** Builds all parts into dist/, or only those whose sources changed since their last build. */
export async function buildParts(options: { onlyOutdated: boolean }): Promise<void> {
  const stamps = options.onlyOutdated ? await readStamps() : {};
  for (const { name, sources, build } of parts) {
    const stamp = await stampOf(sources);
    if (stamps[name] === stamp) continue;
    const startedAt = performance.now();
    await build();
    // The stamp is taken again, because the router plugin writes its route tree into src during the build.
    stamps[name] = await stampOf(sources);
    await writeStamps(stamps);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`Built ${name} in ${seconds} s\n`);
  }
}

async function buildFrontEnd(): Promise<void> {
  const { build } = await import("vite");
  await rm("dist/app", { recursive: true, force: true });
  await build({ logLevel: "warn" });
  await buildServiceWorker("dist/app");
  await writeFirstPage("dist/app");
  await compressFolder("dist/app");
}
