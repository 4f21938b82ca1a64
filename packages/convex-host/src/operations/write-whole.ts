import { renameSync, rmSync, writeFileSync } from "node:fs";
import { privateFile } from "./private-folder.ts";

/**
 * Writes a private file whole or not at all. A full disk, or a process or machine that stops meanwhile, leaves the file
 * that was there before.
 */
export function writeWhole(path: string, text: string | Buffer): void {
  const unfinished = `${path}.unfinished`;
  try {
    writeFileSync(unfinished, text, { mode: privateFile, flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    removeUnfinished(unfinished);
    throw error;
  }
}

function removeUnfinished(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next write replaces what the disk does not let go.
  }
}
