import { expect, test } from "vitest";
import { lockComplaints } from "../../scripts/lock.ts";

const hash = "sha512-9PLmd";

test("a lock whose packages all have a hash and no address is right", () => {
  const packages = {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.0.0", integrity: hash },
    "node_modules/own": { link: true },
  };

  expect(lockComplaints(packages)).toEqual([]);
});

test.each([
  { entry: {}, complaint: "node_modules/a has no integrity" },
  { entry: { dev: true, optional: true }, complaint: "node_modules/a has no integrity" },
  { entry: { integrity: "sha1-9PLmd" }, complaint: "node_modules/a has no integrity" },
  {
    entry: { integrity: hash, resolved: "https://packages.example/a.tgz" },
    complaint: "node_modules/a has a download address",
  },
])("an entry like $entry is named", ({ entry, complaint }) => {
  expect(lockComplaints({ "node_modules/a": entry })).toEqual([complaint]);
});

test("a tool for another platform may lack its hash, what ships may not", () => {
  const path = "node_modules/@tailwindcss/oxide-darwin-arm64";

  expect(lockComplaints({ [path]: { dev: true, optional: true } })).toEqual([]);
  expect(lockComplaints({ [path]: { optional: true } })).toEqual([`${path} has no integrity`]);
});
