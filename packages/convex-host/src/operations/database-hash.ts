import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { flush } from "../storage/blob-folder.ts";
import { privateFile } from "./private-folder.ts";

/** The file of a backup that has the hash of its database, as `sha256sum --check` reads it. */
export const hashFile = "SHA256SUMS";

/** Writes the hash of a database beside it. SQLite's own check does not see a byte that changed within a document. */
export async function writeDatabaseHash(folder: string, database: string): Promise<void> {
  const hash = await hashOf(join(folder, database), "hex");
  const path = join(folder, hashFile);
  await writeFile(path, `${hash}  ${database}\n`, { mode: privateFile });
  await flush(path);
}

/** True when the hash beside a database, in a plain file, is the hash of its copy. */
export async function hasItsHash(
  { folder, database }: { folder: string; database: string },
  copy: string,
): Promise<boolean> {
  const expected = Buffer.from(`${await hashOf(copy, "hex")}  ${database}`);
  // The file may have any length, so only the compared bytes are read: its first line, and the character after it.
  const handle = await open(join(folder, hashFile));
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(expected.length + 1) });
    const [line, behind] = [buffer.subarray(0, expected.length), buffer.at(-1)];
    const isLine = bytesRead === expected.length || behind === 0x0a || behind === 0x0d;
    return isLine && line.equals(expected);
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of the contents of a file. */
export async function hashOf(path: string, encoding: "hex" | "base64"): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest(encoding);
}
