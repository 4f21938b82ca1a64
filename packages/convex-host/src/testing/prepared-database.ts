import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../database/open-database.ts";
import { moveLogInto } from "../database/sqlite/move-log.ts";

/** The paths of a backend, in a folder of its own. */
export type Places = { folder: string; path: string; filesFolder: string };

/**
 * The file of an empty database with the tables of each schema. Writing it takes a fraction of the time of making its
 * tables. It is kept in memory, because a test process that is killed at its end could not remove it from the disk.
 */
const preparedBySchema = new Map<string, Buffer>();

/** Makes the paths of a new backend. Its database has the tables of the schema. */
export function newPlaces(schemaJson: string): Places {
  const prepared = preparedBySchema.get(schemaJson) ?? prepare(schemaJson);
  const places = emptyPlaces();
  writeFileSync(places.path, prepared);
  return places;
}

/** Removes what a backend stored. */
export function removePlaces({ folder }: Places): void {
  rmSync(folder, { recursive: true, force: true });
}

function prepare(schemaJson: string): Buffer {
  const places = emptyPlaces();
  // With the clock at 0, every commit of a test is later, even when the test sets its clock back.
  const database = openDatabase({ path: places.path, durable: false, clock: () => 0 });
  database.applySchema(schemaJson);
  database.close();
  moveLogInto(places.path);
  const prepared = readFileSync(places.path);
  removePlaces(places);
  preparedBySchema.set(schemaJson, prepared);
  return prepared;
}

function emptyPlaces(): Places {
  const folder = mkdtempSync(join(tmpdir(), "engine-"));
  return { folder, path: join(folder, "data.sqlite"), filesFolder: join(folder, "files") };
}
