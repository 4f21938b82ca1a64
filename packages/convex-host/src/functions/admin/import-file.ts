import { createWriteStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { type ImportJob, uploadName } from "../../wire/import-job.ts";
import {
  boundedEntries,
  mostArrayBytes,
  requireFewTables,
  requireRoomFor,
  requireShortNote,
  type Room,
} from "./import-bounds.ts";

/** The documents of one table, as lines on disk. */
export type UnpackedTable = { name: string; path: string; format: "uniform" | "encoded" };

export type StoredBlob = { id: string; open: () => Promise<Readable> };

/** An opened file of an import. */
export interface ImportFile {
  readonly tableNames: readonly string[];
  /** Throws when the disk has no room for what the file holds. */
  requireRoom(room: Room): void;
  /** The table numbers that the file names, by table name. */
  tableNumbers(): Promise<ReadonlyMap<string, number>>;
  unpack(): Promise<UnpackedTable[]>;
  readonly blobs: readonly StoredBlob[];
  close(): void;
}

export async function openImportFile({ folder, format, table }: ImportJob): Promise<ImportFile> {
  const path = join(folder, uploadName);
  if (format === "zip") return await openZip(path, folder);
  if (table === null) throw new Error("The table to import to is not named.");
  const { size } = await stat(path);
  if (format === "jsonArray" && size > mostArrayBytes)
    throw new Error("A JSON array of more than 64 MiB is not taken. Send JSON lines instead.");
  const lines = format === "jsonLines" ? path : join(folder, "lines");
  return {
    tableNames: [table],
    requireRoom: (room) => requireRoomFor({ text: size, files: 0 }, room),
    tableNumbers: () => Promise.resolve(new Map()),
    async unpack() {
      if (format === "jsonArray") await arrayToLines(path, lines);
      return [{ name: table, path: lines, format: "encoded" }];
    },
    blobs: [],
    close: () => undefined,
  };
}

const documentsPattern = /^(?:.*\/)?([^/]+)\/documents\.jsonl$/;
const schemaPattern = /^(?:.*\/)?([^/]+)\/generated_schema\.jsonl$/;
const blobPattern = /^(?:.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;

async function openZip(path: string, folder: string): Promise<ImportFile> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
  const entries = await readEntries(zip);
  const openEntry = (entry: Entry) => zip.openReadStreamPromise(entry);
  const { tables, schemas, files } = sorted(entries);
  requireFewTables(tables.size);
  const textOf = async (entry: Entry) => {
    requireShortNote(entry);
    return await readText(await openEntry(entry));
  };
  const listed = tables.get("_tables");
  const tableNames = [...tables.keys()].filter(
    (name) => !name.startsWith("_") || name === "_storage",
  );
  return {
    tableNames,
    requireRoom(room) {
      const text = sizeOf(tableNames.map((name) => tables.get(name)!));
      requireRoomFor({ text, files: sizeOf(files.values()) }, room);
    },
    async tableNumbers() {
      const lines = listed === undefined ? [] : (await textOf(listed)).split("\n").filter(Boolean);
      return new Map(lines.map(tableNumberIn));
    },
    async unpack() {
      const unpacked: UnpackedTable[] = [];
      for (const name of tableNames) {
        const schema = schemas.get(name);
        const format = schema === undefined ? "encoded" : formatOf(name, await textOf(schema));
        const target = join(folder, `table-${unpacked.length}`);
        await pipeline(await openEntry(tables.get(name)!), createWriteStream(target));
        unpacked.push({ name, path: target, format });
      }
      return unpacked;
    },
    blobs: [...files].map(([id, entry]) => ({ id, open: () => openEntry(entry) })),
    close: () => zip.close(),
  };
}

type Sorted = Record<"tables" | "schemas" | "files", Map<string, Entry>>;

/** The entries of a zip by their kind and their table or file id. The last of several entries for one name counts. */
function sorted(entries: readonly Entry[]): Sorted {
  const all: Sorted = { tables: new Map(), schemas: new Map(), files: new Map() };
  for (const entry of entries) {
    const [, table] = documentsPattern.exec(entry.fileName) ?? [];
    const [, described] = schemaPattern.exec(entry.fileName) ?? [];
    const [, file] = blobPattern.exec(entry.fileName) ?? [];
    if (table !== undefined) all.tables.set(table, entry);
    else if (described !== undefined) all.schemas.set(described, entry);
    else if (file !== undefined) all.files.set(file, entry);
  }
  return all;
}

function sizeOf(entries: Iterable<Entry>): number {
  let size = 0;
  for (const { uncompressedSize } of entries) size += uncompressedSize;
  return size;
}

/** The name and the number in one line of the list of tables. */
function tableNumberIn(line: string): [string, number] {
  const row = JSON.parse(line) as { name?: unknown; id?: unknown } | null;
  const { name, id } = row ?? {};
  if (typeof name === "string" && isTableNumber(id)) return [name, id];
  throw new Error(`The list of tables has a line that names no table and its number: ${line}`);
}

/** A table number must leave room: new tables get the numbers above the highest one. */
function isTableNumber(id: unknown): id is number {
  return typeof id === "number" && Number.isInteger(id) && id > 0 && id < 2 ** 30;
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    const bound = boundedEntries(zip);
    for await (const entry of zip.eachEntry()) {
      bound(entry);
      entries.push(entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  return entries;
}

function formatOf(table: string, schema: string): UnpackedTable["format"] {
  const [line = ""] = schema.split("\n");
  if (line === '"uniform"') return "uniform";
  // Older exports write int64 and bytes as texts and describe them in a language of their own.
  if (/int64|bytes|float64/.test(line))
    throw new Error(`The export of the table "${table}" is of an older kind. Make a new one.`);
  return "encoded";
}

async function arrayToLines(path: string, target: string): Promise<void> {
  const array: unknown = JSON.parse(await readFile(path, "utf8"));
  if (!Array.isArray(array)) throw new Error("The file is no JSON array.");
  function* lines() {
    for (const item of array as unknown[]) yield `${JSON.stringify(item)}\n`;
  }
  await pipeline(lines, createWriteStream(target));
}
