import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";

const stampFile = "dist/stamps.json";

/** The stamp of each part's sources at the time of its last build. */
export type Stamps = Record<string, string>;

export async function readStamps(): Promise<Stamps> {
  try {
    return JSON.parse(await readFile(stampFile, "utf8")) as Stamps;
  } catch {
    return {};
  }
}

export async function writeStamps(stamps: Stamps): Promise<void> {
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, JSON.stringify(stamps, null, 2));
}

/** A hash that changes when any file below these paths is added, removed or written. */
export async function stampOf(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await filesBelow(path)) {
      const { size, mtimeMs } = await stat(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
