import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { importTables } from "../../database/import-tables.ts";
import { flush } from "../../storage/blob-folder.ts";
import { blobPaths, promisedFiles } from "../../storage/stored-files.ts";
import type { BlobPaths } from "../../storage/file-door.ts";
import { writeMeasured } from "../../storage/write-measured.ts";
import { parseExportText } from "../../values/export-text.ts";
import { isNestedDeeper } from "../../values/bounded-json.ts";
import { valueLimits } from "../../values/value-limits.ts";
import { mostLineChars, type Room, watchRoom } from "./import-bounds.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { findImport, type KnownImport, noteImport } from "./import-log.ts";
import { type ImportFile, openImportFile, type UnpackedTable } from "./import-file.ts";
import { openDatabase } from "../../database/open-database.ts";

type Place = { databasePath: string; filesFolder: string; room: Room };

/** The paths of stored files, and the hashes of the files that rows name already, by id. */
type Target = { blobs: BlobPaths; present: ReadonlyMap<string, string> };

/**
 * Runs an import before the database is opened for functions, so that no other connection is open. Throws with nothing
 * imported. Files that were put in place already are removed at the next start, because no row names them.
 */
export async function runImport(id: string, place: Place): Promise<void> {
  const database = openDatabase({ path: place.databasePath });
  const known = findImport(database.meta, id);
  const tables = database.userTables().map(({ name }) => name);
  const blobs = blobPaths(database, place.filesFolder);
  const stored = [...promisedFiles(database)].map((file) => [file.id, file.sha256Base64] as const);
  database.close();
  if (known === null) throw new Error(`There is no import ${id}.`);
  await importFile(known, { ...place, blobs, tables, present: new Map(stored) });
}

async function importFile(
  { job, ...known }: KnownImport,
  place: Place & Target & { tables: readonly string[] },
): Promise<void> {
  const file = await openImportFile(job);
  try {
    file.requireRoom(place.room);
    const numbers = await file.tableNumbers();
    const unpacked = await file.unpack();
    const stored = unpacked.find(({ name }) => name === "_storage");
    if (stored !== undefined) await placeBlobs(file, stored, { ...place, folder: job.folder });
    const named = new Set(file.tableNames);
    const requireRoom = watchRoom(place.room);
    importTables(place.databasePath, {
      tables: unpacked.map((table) => ({
        name: table.name,
        number: numbers.get(table.name) ?? null,
        documents: (table.name === "_storage" ? storedRows : readLines)(table, requireRoom),
      })),
      mode: job.mode === "replaceAll" ? "replace" : job.mode,
      cleared: job.mode === "replaceAll" ? place.tables.filter((name) => !named.has(name)) : [],
      nowMs: Date.now(),
      // The note is in the transaction of the rows: a host that dies right after it must not report that nothing was
      // imported.
      note: (meta, rows) =>
        noteImport(meta, { ...known, job, state: { state: "completed", rows } }),
    });
  } finally {
    file.close();
  }
}

/** Moves the bytes of every row to their place, after checking their hash and size. */
async function placeBlobs(
  file: ImportFile,
  table: UnpackedTable,
  { blobs, present, filesFolder, folder }: Target & { filesFolder: string; folder: string },
): Promise<void> {
  const byId = new Map(file.blobs.map((blob) => [blob.id, blob]));
  const placed = new Set<string>();
  for (const row of storedRows(table)) {
    const { _id: id, sha256, size } = row as { _id: string; sha256: string; size: number };
    // The bytes of one file are not unpacked again for each row that names it.
    if (placed.has(id)) throw new Error(`The import has two rows of the file ${id}.`);
    placed.add(id);
    const blob = byId.get(id);
    if (blob === undefined) throw new Error(`The bytes of the file ${id} are not in the import.`);
    const temporary = join(folder, randomUUID());
    const written = await writeMeasured(await blob.open(), temporary);
    if (written.sha256Base64 !== sha256 || written.size !== size)
      throw new Error(`The file ${id} is not what its row says.`);
    // The import may still fail after this: the row that exists must then still have its bytes.
    if ((present.get(id) ?? sha256) !== sha256)
      throw new Error(`There is a file ${id} with other bytes already.`);
    await rename(temporary, blobs.pathOf(blobs.uuidOf(id)));
  }
  await flush(filesFolder);
}

function* storedRows(table: UnpackedTable, requireRoom?: () => void): Generator<JsonObject> {
  for (const row of readLines(table, requireRoom)) {
    const { _id, _creationTime, sha256, size, contentType } = row;
    yield {
      _id: _id!,
      _creationTime: _creationTime!,
      sha256: sha256!,
      size: size!,
      contentType: contentType ?? null,
    };
  }
}

/** The number of rows, and of their characters, between two checks of the free disk. */
const rowsPerLook = 1000;
const charsPerLook = 4 * 1024 * 1024;

/** The documents in a file of lines, one after another. */
function* readLines(
  { name, path, format }: UnpackedTable,
  requireRoom: () => void = () => undefined,
): Generator<JsonObject> {
  let line = 0;
  let unseen = 0;
  for (const text of linesOf(path)) {
    line += 1;
    unseen += text.length;
    if (line % rowsPerLook === 0 || unseen > charsPerLook) {
      requireRoom();
      unseen = 0;
    }
    if (text.trim() === "") continue;
    yield parseLine(text, { format, where: `Line ${line} of the table "${name}"` });
  }
}

function parseLine(
  text: string,
  { format, where }: { format: UnpackedTable["format"]; where: string },
): JsonObject {
  let value: Json;
  try {
    value = format === "uniform" ? parseExportText(text) : (JSON.parse(text) as Json);
  } catch (cause) {
    throw new Error(`${where} is not JSON.`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${where} is no object.`);
  const levels = valueLimits.valueNesting;
  // Readers and writers of values recurse at each level.
  if (isNestedDeeper(value, levels))
    throw new Error(`${where} is nested more than ${levels} levels deep.`);
  return value;
}

const pieceBytes = 1024 * 1024;

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(pieceBytes);
    const decoder = new StringDecoder("utf8");
    let rest = "";
    for (;;) {
      const count = readSync(file, bytes);
      const text = count === 0 ? decoder.end() : decoder.write(bytes.subarray(0, count));
      const [end = "", ...begun] = text.split("\n");
      rest += end;
      for (const line of begun) {
        yield rest;
        rest = line;
      }
      if (rest.length > mostLineChars)
        throw new Error("A line of the file is longer than any document. Make a new export.");
      if (count > 0) continue;
      if (rest !== "") yield rest;
      return;
    }
  } finally {
    closeSync(file);
  }
}
