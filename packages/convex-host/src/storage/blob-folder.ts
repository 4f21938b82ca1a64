import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { open, opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "./file-address.ts";

/** Milliseconds after which nothing is being written to a file any more: a slower body is cut off. */
const longestPauseMs = 60 * 60_000;

/** The beginning of the names of temporary files that functions write. */
const ofFunctions = "functions-";

/** The folder of stored bytes: one file per uuid, and a folder beside them for what is still being written. */
export class BlobFolder {
  readonly temporaryFolder: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.temporaryFolder = join(folder, "incoming");
    mkdirSync(this.temporaryFolder, { recursive: true });
    this.#removeLeftovers();
  }

  /**
   * Removes what an earlier process, or an earlier function thread, was writing. Uploads of this process stay: they go
   * on while the functions start again. The function thread before this one has ended, and nobody else has its files.
   */
  #removeLeftovers(): void {
    const nowMs = Date.now();
    const beforeMs = nowMs - Math.min(process.uptime() * 1000, longestPauseMs);
    for (const name of readdirSync(this.temporaryFolder)) {
      const path = join(this.temporaryFolder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      const isOld = found !== undefined && found.mtimeMs < beforeMs;
      if (isOld || name.startsWith(ofFunctions)) rmSync(path, { recursive: true, force: true });
    }
  }

  pathOf(uuid: string): string {
    return join(this.#folder, uuid);
  }

  /** A path for a temporary file of a function. */
  newPath(): string {
    return join(this.temporaryFolder, `${ofFunctions}${randomUUID()}`);
  }

  /** Moves a temporary file to its place. It is on disk with its name when the promise resolves. */
  async take(path: string, uuid: string): Promise<void> {
    renameSync(path, this.pathOf(uuid));
    await flush(this.#folder);
  }

  async remove(uuid: string): Promise<void> {
    await rm(this.pathOf(uuid), { force: true });
  }

  /** The uuids of all blobs in batches of `size`, so that they are never all in memory. */
  async *batches(size: number): AsyncGenerator<string[]> {
    let uuids: string[] = [];
    for await (const { name } of await opendir(this.#folder, { bufferSize: size })) {
      if (isUuid(name)) uuids.push(name);
      if (uuids.length < size) continue;
      yield uuids;
      uuids = [];
    }
    yield uuids;
  }

  /** Returns true when a blob is there and was last written before the given time. */
  async isOlderThan(uuid: string, ms: number): Promise<boolean> {
    const found = await stat(this.pathOf(uuid)).catch(() => null);
    return found !== null && found.mtimeMs < ms;
  }
}

/** Forces a file's bytes, or a folder's names, onto the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
