import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { WrittenFile } from "./file-door.ts";

/** Writes a new file and returns its size and hash. It is on disk when the promise resolves. */
export async function writeMeasured(
  source: AsyncIterable<Buffer>,
  path: string,
): Promise<Pick<WrittenFile, "size" | "sha256Base64">> {
  const hash = createHash("sha256");
  let size = 0;
  async function* measured() {
    for await (const piece of source) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
  }
  await pipeline(measured(), createWriteStream(path, { flags: "wx", flush: true }));
  return { size, sha256Base64: hash.digest("base64") };
}
