import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { runStep } from "./run-steps.ts";

const home = resolve(import.meta.dirname, "../packages/convex-host");

/** The programs and modules of the package, by the name of the built file. */
const entryPoints = {
  "convex-host": "src/convex-host.ts",
  build: "src/convex-host-build.ts",
  testing: "src/convex-host-testing.ts",
  "command-line": "src/command-line/main.ts",
  worker: "src/functions/thread/main.ts",
};

type Manifest = Readonly<Record<string, unknown>> & { name: string; version: string };

/** Builds the host and packs it into a folder, as a file for `npm install`; gives the path of the file. */
export async function packHost(outFolder: string): Promise<string> {
  const staged = join(outFolder, "convex-host");
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  await buildModules(join(staged, "dist"));
  for (const name of ["README.md", "SPEC.md", "GLOSSARY.md"])
    await cp(join(home, name), join(staged, name));
  await cp(join(home, "../../LICENSE"), join(staged, "LICENSE"));
  const manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8")) as Manifest;
  await writeFile(join(staged, "package.json"), JSON.stringify(packedManifest(manifest), null, 2));
  const pack = ["npm", "pack", "--silent", "--pack-destination", outFolder, staged] as const;
  const { passed, output } = await runStep({ name: "pack", command: pack });
  if (!passed) throw new Error(`npm pack failed:\n${output}`);
  return join(outFolder, `${manifest.name}-${manifest.version}.tgz`);
}

/** Its packages stay outside: the installation brings them. */
async function buildModules(outdir: string): Promise<void> {
  await build({
    absWorkingDir: home,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    legalComments: "none",
  });
}

/** In this repository the package is sources; what leads to them leads to the built files. */
function packedManifest(manifest: Manifest): Manifest {
  const { scripts: _, ...kept } = manifest;
  return {
    ...kept,
    files: ["dist", "SPEC.md", "GLOSSARY.md"],
    exports: {
      ".": "./dist/convex-host.js",
      "./build": "./dist/build.js",
      "./testing": "./dist/testing.js",
    },
    bin: { "convex-host": "dist/command-line.js" },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = await packHost(resolve("dist/packed"));
  console.log(`Made ${file}`);
}
