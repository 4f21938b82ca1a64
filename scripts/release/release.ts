import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildParts } from "../build/parts.ts";
import type { LockEntry } from "../checks/lock.ts";
import { runLoudly } from "../run-steps.ts";
import { writeSbom } from "./sbom.ts";

const copied = [
  ...["dist/host", "dist/convex", "dist/app"],
  ...[".npmrc", "LICENSE"],
  ...["README.md", "CHANGELOG.md", "SECURITY.md", "docs"],
];
const program = "node --enable-source-maps --max-semi-space-size=4 dist/host/main.js";
const scripts = {
  start: program,
  backup: `${program} backup`,
  restore: `${program} restore`,
  "admin-key": `${program} admin-key`,
};

/** Makes a folder that runs after `npm ci --omit=dev`: it has the built program and no tool to build it. */
export async function makeRelease(folder: string): Promise<void> {
  await buildParts({ onlyOutdated: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const path of copied) await cp(path, join(folder, path), { recursive: true });
  // The other fields stay, because npm compares them with the lock. The repository's own packages are bundled into the
  // program.
  const manifest = JSON.parse(await readFile("package.json", "utf8")) as { workspaces?: string[] };
  await writeJson(join(folder, "package.json"), { ...withoutWorkspaces(manifest), scripts });
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as Lock;
  await writeJson(join(folder, "package-lock.json"), {
    ...lock,
    packages: installed(lock.packages),
  });
  writeSbom(join(folder, "sbom.cdx.json"));
}

type Lock = { packages: Record<string, LockEntry & { workspaces?: string[] }> };

/** The entries of a lock for the packages that are downloaded, and for the root that requires them. */
function installed(packages: Lock["packages"]): Lock["packages"] {
  const kept = Object.entries(packages).filter(
    ([path, { link }]) => path === "" || (path.startsWith("node_modules/") && link !== true),
  );
  return Object.fromEntries(
    kept.map(([path, entry]) => [path, path === "" ? withoutWorkspaces(entry) : entry]),
  );
}

function withoutWorkspaces<Manifest extends { workspaces?: string[] }>(manifest: Manifest) {
  const { workspaces: _, ...rest } = manifest;
  return rest;
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await makeRelease("dist/release/turnboard");
  const archive = "dist/release/turnboard.tar.gz";
  const isPacked = await runLoudly(["tar", "-czf", archive, "-C", "dist/release", "turnboard"]);
  if (isPacked) console.log(`Made ${archive}`);
  process.exitCode = isPacked ? 0 : 1;
}
