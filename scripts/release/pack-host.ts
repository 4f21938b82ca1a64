import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { runStep } from "../run-steps.ts";

const root = resolve(import.meta.dirname, "../..");
const home = join(root, "packages/convex-host");

/** The path of the TypeScript compiler. */
export const compiler = join(root, "node_modules/typescript7/bin/tsc");

/** The programs and modules of the package, by the name of the built file. */
const entryPoints = {
  "convex-host": "src/convex-host.ts",
  build: "src/convex-host-build.ts",
  testing: "src/convex-host-testing.ts",
  "command-line": "src/command-line/main.ts",
  worker: "src/functions/thread/main.ts",
};

type Manifest = Readonly<Record<string, unknown>> & { name: string; version: string };

/** Builds the host and packs it into a folder, as a file for `npm install`. Returns the path of the file. */
export async function packHost(outFolder: string): Promise<string> {
  const staged = join(outFolder, "convex-host");
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  await buildModules(join(staged, "dist"));
  await writeTypes(join(staged, "dist/types"));
  for (const name of ["README.md", "SPEC.md", "GLOSSARY.md"])
    await cp(join(home, name), join(staged, name));
  await cp(join(home, "../../LICENSE"), join(staged, "LICENSE"));
  const manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8")) as Manifest;
  await writeFile(join(staged, "package.json"), JSON.stringify(packedManifest(manifest), null, 2));
  const pack = ["npm", "pack", "--silent", "--pack-destination", outFolder, staged] as const;
  await runOrThrow("npm pack", pack);
  return join(outFolder, `${manifest.name}-${manifest.version}.tgz`);
}

/** Bundles the modules of the package. Its dependencies stay outside, because the installation brings them. */
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

/** Writes the type declarations of the modules that other packages import, and of the modules that these need. */
async function writeTypes(outDir: string): Promise<void> {
  const settings = `${outDir}.json`;
  const names = ["convex-host", "convex-host-build", "convex-host-testing"];
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
    ...{ rootDir: join(home, "src"), outDir },
    ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
  };
  const files = names.map((name) => join(home, `src/${name}.ts`));
  const content = { extends: join(root, "tsconfig.json"), compilerOptions, include: [], files };
  await writeFile(settings, JSON.stringify(content));
  await runOrThrow("tsc", [process.execPath, compiler, "-p", settings]);
  await rm(settings);
}

async function runOrThrow(name: string, command: readonly [string, ...string[]]): Promise<void> {
  const { passed, output } = await runStep({ name, command });
  if (!passed) throw new Error(`${name} failed:\n${output}`);
}

/** The manifest of the packed file. In the repository its exports lead to sources, here to the built files. */
function packedManifest(manifest: Manifest): Manifest {
  // `sideEffects` names sources, which the package does not contain.
  const { scripts: _scripts, sideEffects: _sideEffects, ...kept } = manifest;
  return {
    ...kept,
    files: ["dist", "SPEC.md", "GLOSSARY.md"],
    exports: {
      ".": { types: "./dist/types/convex-host.d.ts", default: "./dist/convex-host.js" },
      "./build": { types: "./dist/types/convex-host-build.d.ts", default: "./dist/build.js" },
      "./testing": { types: "./dist/types/convex-host-testing.d.ts", default: "./dist/testing.js" },
    },
    bin: { "convex-host": "dist/command-line.js" },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = await packHost(resolve("dist/packed"));
  console.log(`Made ${file}`);
}
