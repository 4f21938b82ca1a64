import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openDatabase } from "../database/open-database.ts";

let folder: string | null = null;
let databases = 0;

/** An empty database with the tables of each schema. Copying a file takes a fraction of the time of making its tables. */
const preparedBySchema = new Map<string, string>();

afterAll(() => {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
  folder = null;
  preparedBySchema.clear();
});

/** The places of a new backend, which exist until the end of the test file; its database has the tables of the schema. */
export function newPlaces(schemaJson: string): { path: string; filesFolder: string } {
  const prepared = preparedBySchema.get(schemaJson) ?? prepare(schemaJson);
  const path = newPath();
  copyFileSync(prepared, path);
  return { path, filesFolder: `${path}-files` };
}

/** Removes what a backend stored. */
export function removePlaces({ path, filesFolder }: { path: string; filesFolder: string }): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  if (existsSync(filesFolder)) rmSync(filesFolder, { recursive: true, force: true });
}

function prepare(schemaJson: string): string {
  const path = newPath();
  // Every commit of a test is later, also where the test sets the clock back.
  const database = openDatabase({ path, durable: false, clock: () => 0 });
  database.applySchema(schemaJson);
  database.close();
  preparedBySchema.set(schemaJson, path);
  return path;
}

function newPath(): string {
  folder ??= mkdtempSync(join(tmpdir(), "engine-"));
  databases += 1;
  return join(folder, `${databases}.sqlite`);
}
