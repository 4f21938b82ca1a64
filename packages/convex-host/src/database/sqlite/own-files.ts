import { statSync } from "node:fs";
import { StorageError } from "./driver.ts";

/** The identity of the files of an open database, by device and inode. */
export class OwnFiles {
  readonly #paths: readonly string[];
  readonly #found = new Map<string, string>();

  constructor(path: string) {
    this.#paths = [path, `${path}-wal`];
  }

  /** Throws when a file was removed, moved or replaced: the next start would not find what is written to it now. */
  assertThere(): void {
    for (const path of this.#paths) {
      const at = placeOf(path);
      const before = this.#found.get(path);
      if (before === undefined && at !== null) this.#found.set(path, at);
      else if (before !== undefined && before !== at)
        throw new StorageError(
          `${path} was removed or moved: put it back, or start again.`,
          "ENOENT",
        );
    }
  }
}

function placeOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}
