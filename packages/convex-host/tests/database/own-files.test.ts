import { copyFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/database/open-database.ts";
import { OwnFiles } from "../../src/database/sqlite/own-files.ts";
import { temporaryPath } from "./fixture.ts";

test.each([
  { what: "the database", ending: "" },
  { what: "its log", ending: "-wal" },
])("$what is missed when it is moved or replaced, until it is back [O11]", ({ ending }) => {
  const path = temporaryPath();
  const files = new OwnFiles(path);
  // The log appears with the first write.
  writeFileSync(path, "");
  files.assertThere();
  writeFileSync(`${path}-wal`, "");
  files.assertThere();

  const file = `${path}${ending}`;
  renameSync(file, `${path}.moved`);
  expect(() => files.assertThere()).toThrow(`${file} was removed or moved`);
  writeFileSync(file, "");
  expect(() => files.assertThere()).toThrow(`${file} was removed or moved`);
  renameSync(`${path}.moved`, file);
  expect(() => files.assertThere()).not.toThrow();
});

test("a database that SQLite opens for reading alone is refused at its start [D21]", () => {
  const made = temporaryPath();
  openDatabase({ path: made, durable: false }).close();
  // A connection of this process may still have the files that it has closed.
  const path = temporaryPath();
  for (const ending of ["", "-wal"]) copyFileSync(`${made}${ending}`, `${path}${ending}`);
  // SQLite goes on with an index of the log that it may only read, and never tries again to write to it.
  mkdirSync(`${path}-shm`);

  expect(() => openDatabase({ path, durable: false })).toThrow(
    `The disk of ${path} fails: attempt to write a readonly database`,
  );
});
