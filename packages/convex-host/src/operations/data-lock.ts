import { accessSync, constants, type FSWatcher, mkdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../log.ts";
import { closeFolder, privateFolder, writePrivately } from "./private-folder.ts";
import { openSqlite, type Sqlite, StorageError } from "../database/sqlite/driver.ts";
import { namingFile } from "../database/sqlite/open-file.ts";

/** The name of the locked file. The names of SQLite's files beside it begin with it. */
export const lockFile = "lock";

/**
 * The right to write to a data folder: one process at a time has it. Held by an open transaction on a file of its own,
 * so that the operating system gives it back however the process ends. Taking it closes the folder to other accounts.
 */
export class DataLock {
  readonly #path: string;
  #sqlite: Sqlite;
  /** The locked file, which another one may replace under its name. */
  #file: string | null;
  #watcher: FSWatcher | null = null;

  private constructor(path: string, sqlite: Sqlite) {
    this.#path = path;
    this.#sqlite = sqlite;
    this.#file = fileAt(path);
  }

  /**
   * Takes the lock of a data folder and makes the folder when there is none. Throws when the folder cannot be written
   * to or another process works on it.
   */
  static take(dataDir: string): DataLock {
    const lock = DataLock.tryTake(dataDir);
    if (lock !== null) return lock;
    throw new Error(
      `${dataDir} is in use by another host. Stop that one first, or set DATA_DIR to another folder.`,
    );
  }

  /** Takes the lock of any folder; null when another process works on it. */
  static tryTake(folder: string): DataLock | null {
    writePrivately();
    requireWritable(folder);
    const path = join(folder, lockFile);
    const sqlite = lockedFile(path);
    return sqlite === null ? null : new DataLock(path, sqlite);
  }

  /**
   * Takes the lock again when somebody removes or replaces its file, as people do who take it for one that a crash left:
   * the next host would lock another file and work beside this one. `onLost` is called with the reason when that fails.
   */
  keep(onLost: (error: unknown) => void): void {
    this.#watcher?.close();
    this.#watcher = null;
    try {
      this.#watcher = watch(this.#path, { persistent: false }, () => this.#look(onLost));
      this.#watcher.on("error", onLost);
    } catch (error) {
      onLost(error);
    }
  }

  release(): void {
    this.#watcher?.close();
    this.#sqlite.close();
  }

  #look(onLost: (error: unknown) => void): void {
    try {
      if (fileAt(this.#path) === this.#file) return;
      const again = lockedFile(this.#path);
      if (again === null) throw new Error(`Another host has taken ${this.#path}.`);
      this.#sqlite.close();
      this.#sqlite = again;
      this.#file = fileAt(this.#path);
      this.keep(onLost);
    } catch (error) {
      onLost(error);
    }
  }
}

/** A text that tells the file at a path from others; null when there is none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/** Opens a file in a transaction that no other may begin beside it; null when another process has begun one. */
function lockedFile(path: string): Sqlite | null {
  let sqlite: Sqlite | null = null;
  try {
    sqlite = openSqlite(path);
    sqlite.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return sqlite;
  } catch (error) {
    sqlite?.close();
    if (error instanceof StorageError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw namingFile(error, path);
  }
}

function requireWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: privateFolder });
    accessSync(dataDir, constants.W_OK);
    closeFolder(dataDir);
  } catch (error) {
    throw new Error(
      `${dataDir} cannot be written to (${messageOf(error)}). Set DATA_DIR to a folder where the host may keep its data.`,
      { cause: error },
    );
  }
}
