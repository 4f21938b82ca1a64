import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { type ImportJob, uploadName } from "../../wire/import-job.ts";

/** The documents of one table, as lines on disk. */
export type UnpackedTable = { name: string; path: string; format: "uniform" | "encoded" };

export type StoredBlob = { id: string; open: () => Promise<Readable> };

/** A file that is being imported, opened. */
export interface ImportFile {
  readonly tableNames: readonly string[];
  /** Name and number of the tables as the file has them. */
  tableNumbers(): Promise<ReadonlyMap<string, number>>;
  unpack(): Promise<UnpackedTable[]>;
  readonly blobs: readonly StoredBlob[];
  close(): void;
}

export async function openImportFile({ folder, format, table }: ImportJob): Promise<ImportFile> {
  const path = join(folder, uploadName);
  if (format === "zip") return await openZip(path, folder);
  if (table === null) throw new Error("The table to import to is not named.");
  const lines = format === "jsonLines" ? path : join(folder, "lines");
  return {
    tableNames: [table],
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
const blobPattern = /^(?:.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;

async function openZip(path: string, folder: string): Promise<ImportFile> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
  const entries = await readEntries(zip);
  const openEntry = (entry: Entry) => zip.openReadStreamPromise(entry);
  const tables = new Map<string, Entry>();
  const blobs: StoredBlob[] = [];
  for (const entry of entries) {
    const [, table] = documentsPattern.exec(entry.fileName) ?? [];
    const [, blob] = blobPattern.exec(entry.fileName) ?? [];
    if (table !== undefined) tables.set(table, entry);
    else if (blob !== undefined) blobs.push({ id: blob, open: () => openEntry(entry) });
  }
  const textOf = async (entry: Entry) => await readText(await openEntry(entry));
  const listed = tables.get("_tables");
  const tableNames = [...tables.keys()].filter(
    (name) => !name.startsWith("_") || name === "_storage",
  );
  return {
    tableNames,
    async tableNumbers() {
      const lines = listed === undefined ? [] : (await textOf(listed)).split("\n").filter(Boolean);
      const rows = lines.map((line) => JSON.parse(line) as { name: string; id: number });
      return new Map(rows.map(({ name, id }) => [name, id]));
    },
    async unpack() {
      const unpacked: UnpackedTable[] = [];
      for (const name of tableNames) {
        const schema = entries.find((entry) => isSchemaOf(name, entry));
        const format = schema === undefined ? "encoded" : formatOf(name, await textOf(schema));
        const target = join(folder, `table-${unpacked.length}`);
        await pipeline(await openEntry(tables.get(name)!), createWriteStream(target));
        unpacked.push({ name, path: target, format });
      }
      return unpacked;
    },
    blobs,
    close: () => zip.close(),
  };
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    zip.close();
    throw error;
  }
  return entries;
}

function isSchemaOf(table: string, { fileName }: Entry): boolean {
  const wanted = `${table}/generated_schema.jsonl`;
  return fileName === wanted || fileName.endsWith(`/${wanted}`);
}

function formatOf(table: string, schema: string): UnpackedTable["format"] {
  const [line = ""] = schema.split("\n");
  if (line === '"uniform"') return "uniform";
  // Older exports write int64 and bytes as texts and say which in a language of their own.
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
