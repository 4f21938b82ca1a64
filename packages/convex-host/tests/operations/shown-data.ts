import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../src/database/open-database.ts";
import { walkTable } from "../../src/database/walk-table.ts";
import { databaseFile, filesFolder } from "../../src/operations/backup.ts";
import { promisedFiles } from "../../src/storage/stored-files.ts";

/** Returns the texts of a data folder and the contents of its files, all of which must exist. */
export async function shownIn(dataDir: string) {
  const database = openDatabase({ path: join(dataDir, databaseFile) });
  const snapshot = database.snapshot();
  const texts = [...walkTable(snapshot, "items")].map(({ text }) => text);
  const files = [...promisedFiles(database)].map(({ uuid }) => join(dataDir, filesFolder, uuid));
  snapshot.close();
  database.close();
  return { texts, pictures: await Promise.all(files.map((file) => readFile(file, "utf8"))) };
}
