import { accessSync, constants, mkdirSync } from "node:fs";
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
  readonly #sqlite: Sqlite;

  private constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
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
    let sqlite: Sqlite | null = null;
    try {
      sqlite = openSqlite(path);
      sqlite.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
      return new DataLock(sqlite);
    } catch (error) {
      sqlite?.close();
      if (error instanceof StorageError && error.code.startsWith("SQLITE_BUSY")) return null;
      throw namingFile(error, path);
    }
  }

  release(): void {
    this.#sqlite.close();
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
