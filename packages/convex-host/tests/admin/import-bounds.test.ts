import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { noteImport } from "../../src/functions/admin/import-log.ts";
import { planImport } from "../../src/functions/admin/plan-import.ts";
import { runImport } from "../../src/functions/admin/run-import.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { newId } from "../../src/values/ids.ts";
import type { ImportJob } from "../../src/wire/import-job.ts";
import { temporaryPath } from "../database/fixture.ts";

const mebibyte = 1024 * 1024;

type Contents = Record<string, string | Buffer>;

async function zipOf(contents: Contents): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(contents)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return await buffer(zip.outputStream as Readable);
}

/** Returns the end records of a zip that claims this many entries. */
function endOfZip(entries: number): Buffer {
  const end64 = Buffer.alloc(56);
  end64.write("PK\x06\x06", "latin1");
  end64.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) end64.writeBigUInt64LE(BigInt(entries), at);
  const locator = Buffer.alloc(20);
  locator.write("PK\x06\x07", "latin1");
  const end = Buffer.alloc(22, 0xff);
  end.write("PK\x05\x06\0\0\0\0", "latin1");
  end.writeUInt16LE(0, 20);
  return Buffer.concat([end64, locator, end]);
}

/** Makes an uploaded import file, beside a path for the database that the import writes to. */
function uploaded(bytes: Buffer, given: Partial<ImportJob> = {}) {
  const databasePath = temporaryPath();
  const home = dirname(databasePath);
  const [folder, filesFolder] = [join(home, "imports"), join(home, "files")];
  for (const made of [folder, filesFolder]) mkdirSync(made);
  const path = join(folder, "upload");
  writeFileSync(path, bytes);
  const job: ImportJob = { folder, format: "zip", mode: "append", table: null, ...given };
  const withDatabase = async <Result>(
    use: (database: ReturnType<typeof openDatabase>) => Result | Promise<Result>,
  ) => {
    const database = openDatabase({ path: databasePath });
    try {
      return await use(database);
    } finally {
      database.close();
    }
  };
  return {
    path,
    left: () => readdirSync(folder, { recursive: true }),
    files: () => readdirSync(filesFolder, { recursive: true, withFileTypes: true }),
    plan: (room: () => number) =>
      withDatabase(async (database) => {
        await planImport(database, { id: "a", job, room });
        return JSON.parse(database.meta.get("imports") ?? "[]") as { state: object }[];
      }),
    async run(room: () => number) {
      const state = { state: "in_progress" } as const;
      await withDatabase((database) => noteImport(database.meta, { id: "a", job, state }));
      await runImport("a", { databasePath, filesFolder, room });
    },
    tables: () => withDatabase((database) => database.userTables().map(({ name }) => name)),
  };
}

const ample = () => Infinity;
const failed = (reason: string) => [
  { state: { state: "failed", message: expect.stringContaining(reason) as string } },
];

test("a file that unpacks to more than the disk has room for is refused before it is unpacked, and goes [C13]", async () => {
  const zip = await zipOf({ "rooms/documents.jsonl": Buffer.alloc(4 * mebibyte, "\n") });
  expect(zip.length).toBeLessThan(mebibyte);
  const upload = uploaded(zip);

  expect(await upload.plan(() => 10 * mebibyte)).toMatchObject(
    failed(
      "Unpacked it needs up to 13 MB of free disk on the server, and 11 MB are free for it. Make room, or import it in parts. Nothing was imported.",
    ),
  );
  expect(() => upload.left()).toThrow("ENOENT");
});

test("room that went while the import waited for its confirmation is missed before anything is unpacked [C13]", async () => {
  const upload = uploaded(
    await zipOf({ "rooms/documents.jsonl": Buffer.alloc(mebibyte, "\n"), "_storage/a": "file" }),
  );

  await expect(upload.run(() => mebibyte)).rejects.toThrow("Unpacked it needs");
  expect(upload.left()).toEqual(["upload"]);
  await upload.run(() => 4 * mebibyte);
  expect(await upload.tables()).toEqual(["rooms"]);
});

test("rows that take more room than their text are refused on the way, and nothing was imported [C13]", async () => {
  const upload = uploaded(await zipOf({ "rooms/documents.jsonl": "{}\n".repeat(20_000) }));
  let looks = 0;
  const room = () => 10 * mebibyte - 600_000 * looks++;

  await expect(upload.run(room)).rejects.toThrow("free disk of the server is too little");
  expect(looks).toBeLessThan(13);
  expect(await upload.tables()).toEqual([]);
});

test.each([
  ["more entries than a file may have", () => endOfZip(600_000), "more than 500000 entries"],
  ["a longer list of entries", () => longList(), "list of what is in the file is too long"],
  ["a longer list of tables", () => longNote(), "_tables/documents.jsonl has 18 MB"],
  [
    "table numbers that are none",
    () =>
      zipOf({ "rooms/documents.jsonl": "", "_tables/documents.jsonl": '{"name":"a","id":1e99}' }),
    "names no table and its number",
  ],
  [
    "a line that does not end",
    () => zipOf({ "rooms/documents.jsonl": Buffer.alloc(17 * mebibyte, " ") }),
    "longer than any document",
  ],
  [
    "a document nested deeper than any",
    () => zipOf({ "rooms/documents.jsonl": `{"a":${"[".repeat(9000)}${"]".repeat(9000)}}` }),
    'Line 1 of the table "rooms" is nested more than 64 levels deep',
  ],
])("%s: refused in words, and nothing was imported [C13]", async (_what, zip, reason) => {
  const upload = uploaded(await zip());

  await expect(upload.run(ample)).rejects.toThrow(reason);
  expect(await upload.tables()).toEqual([]);
});

async function longList(): Promise<Buffer> {
  const entries = Array.from({ length: 525 }, (_, at) => [`${at}${"n".repeat(65_000)}`, ""]);
  return await zipOf(Object.fromEntries(entries) as Contents);
}

async function longNote(): Promise<Buffer> {
  const note = Buffer.alloc(17 * mebibyte, "\n");
  return await zipOf({ "rooms/documents.jsonl": "", "_tables/documents.jsonl": note });
}

test("a JSON array that would be read whole is refused by its size [C13]", async () => {
  const upload = uploaded(Buffer.from("["), { format: "jsonArray", table: "rooms" });
  truncateSync(upload.path, 65 * mebibyte);

  expect(await upload.plan(ample)).toMatchObject(failed("Send JSON lines instead"));
});

test("rows that name one file are no reason to unpack it again and again [C13]", async () => {
  const sha256 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
  const row = { _id: newId(540, { nowMs: 1000 }), _creationTime: 1000, sha256, size: 3 };
  const upload = uploaded(
    await zipOf({
      "_storage/documents.jsonl": `${JSON.stringify(row)}\n`.repeat(2),
      [`_storage/${row._id}`]: "abc",
    }),
  );

  await expect(upload.run(ample)).rejects.toThrow(
    `The import has two rows of the file ${row._id}.`,
  );
  const bare = uploaded(await zipOf({ "_storage/documents.jsonl": `${JSON.stringify(row)}\n` }));
  await expect(bare.run(ample)).rejects.toThrow(`The bytes of the file ${row._id} are not in`);
});
