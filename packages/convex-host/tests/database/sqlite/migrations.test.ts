import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { formatVersion } from "../../../src/database/sqlite/migrations.ts";
import { openWriter } from "../../../src/database/sqlite/open-file.ts";
import { openSqlite, StorageError } from "../../../src/database/sqlite/driver.ts";
import { disk } from "../refusing-disk.ts";

function path(): string {
  const folder = mkdtempSync(join(tmpdir(), "convex-format-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "test.db");
}

const open = (file: string) => openWriter(file, { durable: true });

test("a new file has the current format, write-ahead logging and full synchronisation [D21]", () => {
  const file = path();
  const statements = open(file);
  expect(Number(statements.clock.get()![0])).toBe(0);
  statements.close();
  const sqlite = openSqlite(file);
  expect(sqlite.prepare("PRAGMA user_version").get()).toEqual([formatVersion]);
  expect(sqlite.prepare("PRAGMA journal_mode").get()).toEqual(["wal"]);
  sqlite.close();
});

test("a file of a newer version is refused and left alone [D21]", () => {
  const file = path();
  open(file).close();
  const sqlite = openSqlite(file);
  sqlite.exec(`PRAGMA user_version = ${formatVersion + 1}`);
  sqlite.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
  sqlite.close();
  const before = readFileSync(file);
  expect(() => open(file)).toThrow(`has format ${formatVersion + 1}`);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a file of another program is refused and left alone [D21]", () => {
  const file = path();
  const sqlite = openSqlite(file);
  sqlite.exec("CREATE TABLE theirs (a)");
  sqlite.close();
  const before = readFileSync(file);
  expect(() => open(file)).toThrow("is a database of another program");
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a file that is no database is refused with its name [D21]", () => {
  const file = path();
  writeFileSync(file, "hello ".repeat(1_000));
  expect(() => open(file)).toThrow(`${file} is damaged or not a database`);
});

test("a file that was cut short is refused with its name [D21]", () => {
  const whole = path();
  open(whole).close();
  const file = path();
  copyFileSync(whole, file);
  truncateSync(file, 4_096);
  expect(() => open(file)).toThrow(`${file} is damaged`);
});

test.each(["", "-wal"])(
  "a start whose file (%j) the disk refuses to read does not call it damaged [D21] [O6]",
  (ending) => {
    const file = path();
    open(file).close();
    const before = readFileSync(file);
    disk.look = (sql) => {
      if (!sql.includes("journal_mode")) return;
      // Reads of this file fail with EIO, as those of a failing disk. SQLite calls them damage.
      rmSync(file + ending, { force: true });
      symlinkSync("/proc/self/mem", file + ending);
      throw new StorageError("database disk image is malformed", "SQLITE_CORRUPT");
    };
    onTestFinished(() => void (disk.look = null));

    expect(() => open(file)).toThrow(`The disk of ${file} fails: disk I/O error: EIO`);

    disk.look = null;
    rmSync(file + ending);
    writeFileSync(file, before);
    open(file).close();
  },
);

test("a start that takes one failed read for damage advises to look at the disk first [D21] [O6]", () => {
  const file = path();
  open(file).close();
  disk.look = (sql) => {
    if (sql.includes("journal_mode"))
      throw new StorageError("database disk image is malformed", "SQLITE_CORRUPT");
  };
  onTestFinished(() => void (disk.look = null));

  expect(() => open(file)).toThrow(/is damaged .* errors of the disk .* before you restore/);
});
