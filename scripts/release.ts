import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildParts } from "./build/parts.ts";
import { runLoudly } from "./run-steps.ts";
import { writeSbom } from "./sbom.ts";

const copied = [
  ...["dist/host", "dist/convex", "dist/app"],
  ...["package-lock.json", ".npmrc", "LICENSE"],
  ...["README.md", "CHANGELOG.md", "SECURITY.md", "docs"],
];
const program = "node --enable-source-maps dist/host/main.js";
const scripts = {
  start: program,
  backup: `${program} backup`,
  restore: `${program} restore`,
  "admin-key": `${program} admin-key`,
};

/** Puts together what runs with `npm ci --omit=dev` alone: the built program, and no tool to build it. */
export async function makeRelease(folder: string): Promise<void> {
  await buildParts({ onlyOutdated: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const path of copied) await cp(path, join(folder, path), { recursive: true });
  const manifest = JSON.parse(await readFile("package.json", "utf8")) as object;
  // The rest stays: npm compares it with the lock.
  const text = JSON.stringify({ ...manifest, scripts }, null, 2);
  await writeFile(join(folder, "package.json"), `${text}\n`);
  writeSbom(join(folder, "sbom.cdx.json"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await makeRelease("dist/release/turnboard");
  const archive = "dist/release/turnboard.tar.gz";
  const isPacked = await runLoudly(["tar", "-czf", archive, "-C", "dist/release", "turnboard"]);
  if (isPacked) console.log(`Made ${archive}`);
  process.exitCode = isPacked ? 0 : 1;
}
