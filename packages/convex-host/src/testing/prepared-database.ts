import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../database/open-database.ts";
import { moveLogInto } from "../database/sqlite/move-log.ts";

/** The places of a backend, in a folder that is its own. */
export type Places = { folder: string; path: string; filesFolder: string };

/**
 * The file of an empty database with the tables of each schema. Writing it takes a fraction of the time of making its tables.
 * It is kept in memory, because nothing could remove it from the disk where the process of the tests is killed at its end.
 */
const preparedBySchema = new Map<string, Buffer>();

/** The places of a new backend; its database has the tables of the schema. */
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
  // Every commit of a test is later, also where the test sets the clock back.
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
