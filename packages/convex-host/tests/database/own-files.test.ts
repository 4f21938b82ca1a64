import { renameSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
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
