import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockComplaints, type LockEntry } from "../../scripts/checks/lock.ts";

const hash = "sha512-9PLmd";

test("a lock whose packages all have a hash and no address is right", () => {
  const packages = {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.0.0", integrity: hash },
    "node_modules/own": { link: true },
  };

  expect(lockComplaints(packages)).toEqual([]);
});

test("each package of this repository's lock has a hash and no address", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, LockEntry>;
  };

  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(lockComplaints(packages)).toEqual([]);
});

test.each([
  { entry: {}, complaint: "node_modules/a has no integrity" },
  { entry: { inBundle: false }, complaint: "node_modules/a has no integrity" },
  { entry: { integrity: "sha1-9PLmd" }, complaint: "node_modules/a has no integrity" },
  {
    entry: { integrity: hash, resolved: "https://packages.example/a.tgz" },
    complaint: "node_modules/a has a download address",
  },
])("an entry like $entry is named", ({ entry, complaint }) => {
  expect(lockComplaints({ "node_modules/a": entry })).toEqual([complaint]);
});

test("what comes inside another package needs no hash of its own", () => {
  expect(lockComplaints({ "node_modules/a/node_modules/b": { inBundle: true } })).toEqual([]);
});
