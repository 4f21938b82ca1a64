import { join } from "node:path";
import { walkTable } from "../database/walk-table.ts";
import { fileKeys } from "./file-keys.ts";
import type { BlobPaths } from "./file-door.ts";
import type { Database } from "../database/database.ts";

/** The file that a row of `_storage` promises. */
export type PromisedFile = { id: string; uuid: string; size: number; sha256Base64: string };

/** Every file that the database promises to have. */
export function* promisedFiles(database: Database): Generator<PromisedFile> {
  const { addresses } = fileKeys(database);
  const snapshot = database.snapshot();
  try {
    for (const row of walkTable(snapshot, "_storage")) {
      const { _id: id, size, sha256 } = row as { _id: string; size: number; sha256: string };
      yield { id, uuid: addresses.uuidOf(id), size, sha256Base64: sha256 };
    }
  } finally {
    snapshot.close();
  }
}

/** The paths of the files that a database names. */
export function blobPaths(database: Database, folder: string): BlobPaths {
  const { addresses } = fileKeys(database);
  return { uuidOf: (id) => addresses.uuidOf(id), pathOf: (uuid) => join(folder, uuid) };
}
