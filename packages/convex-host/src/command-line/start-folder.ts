import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { AppBuilder } from "../build/app-builder.ts";
import { bundleThread, threadProgram } from "../build/bundle.ts";
import { privateFolder } from "../operations/private-folder.ts";
import { ConfigError, type OperatedSettings } from "../server/host-environment.ts";
import { runHost } from "../server/run-host.ts";

/** Bundles a Convex folder and serves it until the process is told to stop. */
export async function startFolder(settings: OperatedSettings, folder: string): Promise<void> {
  if (!existsSync(folder))
    throw new ConfigError(
      `There is no folder ${resolve(folder)}. Name the one with the functions: start <folder>.`,
    );
  // The bundles lie in the data folder, because a cleaner may remove old files from the system's temporary folder.
  const built = join(settings.dataDir, "built");
  await mkdir(built, { recursive: true, mode: privateFolder });
  await writeFile(join(built, "package.json"), '{"type":"module"}');
  const threadEntry = join(built, "worker.js");
  const appBundle = await bundle(folder, built);
  await bundleThread({ entry: threadProgram, outFile: threadEntry });
  await runHost({ name: "convex-host", operated: settings, settings, appBundle, threadEntry });
  await removeOthers(built, appBundle);
}

async function bundle(folder: string, outFolder: string): Promise<string> {
  const builder = new AppBuilder({ folder, outFolder });
  try {
    return await builder.build();
  } finally {
    await builder.dispose();
  }
}

/** Removes the bundles of earlier starts. The host that runs now has the data folder for itself. */
async function removeOthers(built: string, appBundle: string): Promise<void> {
  for (const name of await readdir(built))
    if (/^app-\w+\.js$/.test(name) && name !== basename(appBundle)) await rm(join(built, name));
}
