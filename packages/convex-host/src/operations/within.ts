import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** True for a path at or below a folder, whatever links lead to either. The path itself may have yet to be made. */
export async function isWithin(path: string, folder: string): Promise<boolean> {
  const way = relative(await realPathOf(folder), await realPathOf(path));
  // On another disk of Windows there is no way but the whole path.
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}

/** The real path of what there is of a path, with the rest behind it. */
async function realPathOf(path: string): Promise<string> {
  const found = await realpath(path).catch(() => null);
  if (found !== null || dirname(path) === path) return found ?? path;
  return join(await realPathOf(dirname(path)), relative(dirname(path), path));
}
