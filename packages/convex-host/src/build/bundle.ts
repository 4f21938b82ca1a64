import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type BuildOptions, context, type BuildContext } from "esbuild";
import { entryText, findAppEntries, findNodeEntries, modulePathOf } from "./app-entries.ts";
import { lineMappings } from "./line-mappings.ts";

/** Packages that bring a binary or are looked up at run time; they stay in node_modules. */
const external = [
  "libsql",
  "oidc-provider",
  "prom-client",
  "rate-limiter-flexible",
  "esbuild",
  "vite",
];

/** CommonJS packages inside an ES module bundle still ask for `require`. */
const requireBanner =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

const shared: BuildOptions = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  // With `--enable-source-maps` each thread keeps its maps in memory, and stack traces need no text of a source.
  sourcesContent: false,
  plugins: [lineMappings],
  logLevel: "silent",
  legalComments: "none",
  // Removes comments too: with one character beyond Latin-1, V8 keeps two bytes for each character of the source.
  minifyWhitespace: true,
  banner: { js: requireBanner },
};

/** The bundled thread of the packed package. The file does not exist in the repository. */
const packedThread = join(import.meta.dirname, "worker.js");

/** The entry module of the function thread, which the main thread starts. */
export const threadProgram = existsSync(packedThread)
  ? packedThread
  : join(import.meta.dirname, "../functions/thread/main.ts");

/** Bundles a program with the host in it, the function thread (`worker.js`), and chunks that both share. */
export async function bundleHost(options: { main: string; outFolder: string }): Promise<void> {
  await rm(options.outFolder, { recursive: true, force: true });
  await build({
    ...shared,
    external,
    splitting: true,
    entryPoints: { main: options.main, worker: threadProgram },
    outdir: options.outFolder,
  });
}

/**
 * Bundles the function thread alone. The thread of the packed package is a bundle already: the output only imports it.
 */
export async function bundleThread(options: { entry: string; outFile: string }): Promise<void> {
  if (options.entry === packedThread) {
    const address = JSON.stringify(pathToFileURL(packedThread).href);
    return await writeFile(options.outFile, `import ${address};\n`);
  }
  await build({
    ...shared,
    external,
    entryPoints: [options.entry],
    outfile: options.outFile,
  });
}

/** Bundles a Convex folder into one module, whose default export maps each module path to a dynamic import. */
export async function bundleApp(options: { folder: string; outFile: string }): Promise<void> {
  await build(await appBuild(options));
}

/** The same bundle as an esbuild context, which rebuilds it quickly. */
export async function appContext(options: {
  folder: string;
  outFile: string;
}): Promise<BuildContext> {
  return await context(await appBuild(options));
}

async function appBuild(options: { folder: string; outFile: string }): Promise<BuildOptions> {
  const entries = await findAppEntries(options.folder);
  const inNode = await findNodeEntries(options.folder, entries);
  const lines = entries.map(
    (file) =>
      `  ${JSON.stringify(modulePathOf(file))}: () => import(${JSON.stringify(`./${file}`)}),`,
  );
  return {
    ...shared,
    stdin: {
      contents: entryText(lines, inNode.map(modulePathOf)),
      resolveDir: resolve(options.folder),
      sourcefile: "app-modules.js",
      loader: "js",
    },
    outfile: options.outFile,
  };
}
