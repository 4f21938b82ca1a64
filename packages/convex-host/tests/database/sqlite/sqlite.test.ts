import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  openSqlite,
  StorageError,
  type SqlParameter,
  type Sqlite,
} from "../../../src/database/sqlite/driver.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "convex-sqlite-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function open(path = join(folder(), "test.db")): Sqlite {
  const sqlite = openSqlite(path);
  onTestFinished(() => sqlite.close());
  return sqlite;
}

function openTable(): Sqlite {
  const sqlite = open();
  sqlite.exec("CREATE TABLE t (a, b)");
  return sqlite;
}

test("a lone blob can be bound [D20]", () => {
  const sqlite = openTable();
  sqlite.prepare("INSERT INTO t (a) VALUES (?)").run(Buffer.of(1, 0, 255));
  expect(sqlite.prepare("SELECT a FROM t WHERE a = ?").get(Buffer.of(1, 0, 255))).toEqual([
    Buffer.of(1, 0, 255),
  ]);
});

test("blobs come back as Buffers, from one row and from all rows [D20]", () => {
  const sqlite = openTable();
  sqlite.prepare("INSERT INTO t (a, b) VALUES (?, ?)").run(Buffer.of(0, 1), new Uint8Array(0));
  const select = sqlite.prepare("SELECT a, b FROM t");
  for (const row of [select.get()!, select.all()[0]!]) {
    expect(row.every((value) => Buffer.isBuffer(value))).toBe(true);
    expect(row).toEqual([Buffer.of(0, 1), Buffer.of()]);
  }
});

test("rows hold their columns and nothing of the driver [D20]", () => {
  const sqlite = openTable();
  sqlite.prepare("INSERT INTO t (a, b) VALUES (?, ?)").run("x", null);
  expect(sqlite.prepare("SELECT a, b FROM t").get()).toEqual(["x", null]);
  expect(sqlite.prepare("SELECT a, b FROM t").all()).toEqual([["x", null]]);
});

test.each<[string, unknown]>([
  ["a boolean", true],
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["a text with NUL", "a\0b"],
  ["an object", {}],
])("%s is refused before the driver sees it [D20]", (_name, value) => {
  const insert = openTable().prepare("INSERT INTO t (a, b) VALUES (?, ?)");
  expect(() => insert.run(value as SqlParameter, 1)).toThrow(TypeError);
});

test("a missing or additional parameter is refused [D20]", () => {
  const insert = openTable().prepare("INSERT INTO t (a, b) VALUES (?, ?)");
  expect(() => insert.run(1)).toThrow("2 parameters expected, 1 given");
  expect(() => insert.run(1, 2, 3)).toThrow("2 parameters expected, 3 given");
});

test("whole numbers stay integers, and large ones stay exact [D20]", () => {
  const sqlite = openTable();
  sqlite.prepare("INSERT INTO t (a, b) VALUES (?, ?)").run(5, 1_763_700_000_000_000_123n);
  expect(sqlite.prepare("SELECT typeof(a), typeof(b) FROM t").get()).toEqual([
    "integer",
    "integer",
  ]);
  expect(sqlite.prepare("SELECT b FROM t", { bigint: true }).get()).toEqual([
    1_763_700_000_000_000_123n,
  ]);
});

test("a read outside of a transaction sees the newest commit, inside of one it sees one state [D20]", () => {
  const path = join(folder(), "test.db");
  const writer = open(path);
  writer.prepare("PRAGMA journal_mode = WAL").get();
  writer.exec("CREATE TABLE t (a)");
  const reader = open(path);
  const count = reader.prepare("SELECT count(*) FROM t");
  expect(count.get()).toEqual([0]);
  writer.exec("INSERT INTO t VALUES (1)");
  expect(count.get()).toEqual([1]);
  reader.exec("BEGIN");
  count.all();
  writer.exec("INSERT INTO t VALUES (2)");
  expect(count.get()).toEqual([1]);
  reader.exec("COMMIT");
  expect(count.get()).toEqual([2]);
});

test("a closed connection refuses its statements [D20]", () => {
  const sqlite = openTable();
  const select = sqlite.prepare("SELECT 1");
  sqlite.close();
  sqlite.close();
  expect(() => select.get()).toThrow("The connection is closed");
  expect(() => sqlite.exec("SELECT 1")).toThrow("The connection is closed");
  expect(sqlite.inTransaction).toBe(false);
});

test("errors carry SQLite's code [D20]", () => {
  const sqlite = open();
  sqlite.exec("CREATE TABLE k (a PRIMARY KEY); INSERT INTO k VALUES (1)");
  const error = caught(() => sqlite.prepare("INSERT INTO k VALUES (?)").run(1));
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" });
  expect(caught(() => openSqlite("/no/such/folder/test.db"))).toBeInstanceOf(StorageError);
});

test("the data version tells of the writes of others, not of ours [D20]", () => {
  const path = join(folder(), "test.db");
  const ours = open(path);
  ours.prepare("PRAGMA journal_mode = WAL").get();
  ours.exec("CREATE TABLE t (a)");
  const version = ours.prepare("PRAGMA data_version");
  const before = version.get();
  ours.exec("INSERT INTO t VALUES (1)");
  expect(version.get()).toEqual(before);
  open(path).exec("INSERT INTO t VALUES (2)");
  expect(version.get()).not.toEqual(before);
});

test("the driver does abort on a boolean: the reason for the adapter still stands [D20]", () => {
  const script = `const Database = require("libsql"); new Database(":memory:").prepare("SELECT ?").all([true]);`;
  const { status, signal } = spawnSync(process.execPath, ["-e", script], { stdio: "ignore" });
  expect([status, signal]).not.toEqual([0, null]);
});

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

test("a file is opened by SQLite's own file system, whatever its path, and not by one that drops failed reads [D20]", () => {
  const odd = join(folder(), "a?b#c%41 d&vfs=none");
  mkdirSync(odd);
  const path = join(odd, "odd.sqlite");
  const sqlite = open(path);

  // The file system of the driver would encrypt the file.
  sqlite.exec("PRAGMA key = 'x'; CREATE TABLE t (n INTEGER)");

  expect(readFileSync(path, "latin1")).toMatch(/^SQLite format 3/);
});

test("a file that cannot be opened is told with SQLite's code, not in the words of the driver [D20] [O6]", () => {
  const refusal = new StorageError("unable to open the database file", "SQLITE_CANTOPEN");

  expect(caught(() => openSqlite(join(folder(), "missing", "test.db")))).toEqual(refusal);
  expect(caught(() => openSqlite(folder()))).toMatchObject({ code: refusal.code });
});

test("an error of damage also names the disk, because SQLite takes a refused read for damage [D20]", () => {
  const path = join(folder(), "damaged.db");
  const sqlite = open(path);
  sqlite.exec("CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(9000))");
  sqlite.close();
  writeFileSync(path, readFileSync(path).fill(1, 4096));

  const error = caught(() => open(path).prepare("SELECT * FROM t").all());

  expect(error).toEqual(
    new StorageError(
      "database disk image is malformed, or the disk refuses to read it",
      "SQLITE_CORRUPT",
    ),
  );
});
