import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** True for a path at or below a folder, with all links resolved. The path need not exist yet. */
export async function isWithin(path: string, folder: string): Promise<boolean> {
  const way = relative(await realPathOf(folder), await realPathOf(path));
  // The relative path to another disk of Windows is an absolute path.
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}

/** The real path of the part that exists, with the rest of the path appended. */
async function realPathOf(path: string): Promise<string> {
  const found = await realpath(path).catch(() => null);
  if (found !== null || dirname(path) === path) return found ?? path;
  return join(await realPathOf(dirname(path)), relative(dirname(path), path));
}
