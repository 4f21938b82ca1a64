import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { walkTable } from "../../database/walk-table.ts";
import type { BlobPaths } from "../../storage/file-door.ts";
import { exportText } from "../../values/export-text.ts";
import { nextTurn } from "../../slices.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";
import type { Database } from "../../database/database.ts";

export type ExportParts = {
  snapshot: Snapshot;
  /** The tables that the snapshot has. */
  tables: ReturnType<Database["userTables"]>;
  blobs: BlobPaths;
  includeStorage: boolean;
};

const readme = `This is an export in Convex's layout: the documents of each table are lines of JSON in
<table>/documents.jsonl, the files are in _storage. Put it into a deployment with \`npx convex import\`.
`;

const chunkLength = 65_536;
const filesPerTurn = 500;

/** The state of one snapshot as a zip in the layout of `npx convex export`. The stream is made while it is read. */
export function exportZip(parts: ExportParts): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let source: Readable | null = null;
  zip.on("error", (error: Error) => output.destroy(error));
  output.once("close", () => source?.destroy());
  const add = (name: string, read: () => Readable, compress = true) =>
    zip.addReadStreamLazy(name, { compress, mtime: new Date(), mode: 0o100644 }, (done) => {
      if (output.destroyed) return;
      source = read();
      // yazl does not handle errors of the stream.
      source.once("error", (error) => output.destroy(error));
      done(null, source);
    });
  add("README.md", () => Readable.from([readme]));
  const { tables } = parts;
  const numbers = tables.map(
    ({ name, number }) => `{"name":${JSON.stringify(name)},"id":${number}}`,
  );
  add("_tables/documents.jsonl", () => lines(numbers));
  for (const { name } of tables) {
    add(`${name}/documents.jsonl`, () => documents(parts.snapshot, name));
    add(`${name}/generated_schema.jsonl`, () => Readable.from(['"uniform"\n']));
  }
  const files = parts.includeStorage
    ? addFiles(parts, add, () => !output.destroyed)
    : Promise.resolve();
  files.then(
    () => zip.end(),
    (cause: unknown) => output.destroy(new Error("The files could not be listed", { cause })),
  );
  return output;
}

type Add = (name: string, read: () => Readable, compress?: boolean) => void;

/** Adds stored files, some in each turn of the event loop, because there may be hundreds of thousands. */
async function addFiles(
  { snapshot, blobs }: ExportParts,
  add: Add,
  isWanted: () => boolean,
): Promise<void> {
  const files: StoredRow[] = [];
  for (const row of walkTable(snapshot, "_storage")) {
    if (files.push(row as StoredRow) % filesPerTurn > 0) continue;
    await nextTurn();
    if (!isWanted()) return;
  }
  function* rows() {
    for (const { _id, _creationTime, contentType, sha256, size } of files) {
      const internalId = blobs.uuidOf(_id);
      yield JSON.stringify({ _id, _creationTime, contentType, internalId, sha256, size });
    }
  }
  add("_storage/documents.jsonl", () => {
    // The bytes of files come last and take longest; they do not need the snapshot.
    snapshot.close();
    return lines(rows());
  });
  for (const [at, { _id, size }] of files.entries()) {
    if (at % filesPerTurn === 0) await nextTurn();
    const path = blobs.pathOf(blobs.uuidOf(_id));
    // Pictures are compressed already.
    add(
      `_storage/${_id}`,
      () => Readable.from(wholeFile(path, size), { objectMode: false }),
      false,
    );
  }
}

type StoredRow = {
  _id: string;
  _creationTime: number;
  contentType: string | null;
  sha256: string;
  size: number;
};

/** The bytes of a file. Throws for a missing file or another size, because it must not look like an empty file. */
async function* wholeFile(path: string, size: number): AsyncGenerator<Buffer> {
  const found = await stat(path);
  if (found.size !== size)
    throw new Error(`The file ${path} has ${found.size} bytes, not ${size}.`);
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

function documents(snapshot: Snapshot, table: string): Readable {
  function* texts() {
    for (const document of walkTable(snapshot, table)) yield exportText(document);
  }
  return lines(texts());
}

function lines(texts: Iterable<string>): Readable {
  function* pieces() {
    let piece = "";
    for (const text of texts) {
      piece += `${text}\n`;
      if (piece.length < chunkLength) continue;
      yield piece;
      piece = "";
    }
    if (piece !== "") yield piece;
  }
  return Readable.from(pieces(), { objectMode: false });
}
