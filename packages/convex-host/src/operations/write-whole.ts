import {
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { privateFile } from "./private-folder.ts";

/**
 * Writes a private file whole or not at all. A full disk, or a process or machine that stops meanwhile, leaves the file
 * that was there before.
 */
export function writeWhole(path: string, text: string | Buffer): void {
  const unfinished = `${path}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    writeNew(unfinished, text);
    renameSync(unfinished, path);
  } catch (error) {
    removeUnfinished(unfinished);
    throw error;
  }
}

/**
 * Writes a file that does not exist. A link that somebody else made at its name is refused: the administrator of the
 * machine, who may write everywhere, would write through it.
 */
function writeNew(path: string, text: string | Buffer): void {
  const file = openSync(path, "wx", privateFile);
  try {
    giveToOwner(file, dirname(path));
    writeFileSync(file, text, { flush: true });
  } finally {
    closeSync(file);
  }
}

/** Gives a file to the owner of its folder. Otherwise the program could not read what the administrator wrote for it. */
function giveToOwner(file: number, folder: string): void {
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0 && fstatSync(file).uid !== uid) fchownSync(file, uid, gid);
}

function removeUnfinished(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next write replaces what the disk does not let go.
  }
}
