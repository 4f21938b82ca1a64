import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { formatVersion } from "../../../src/database/sqlite/migrations.ts";
import { openWriter } from "../../../src/database/sqlite/open-file.ts";
import { openSqlite } from "../../../src/database/sqlite/driver.ts";

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
