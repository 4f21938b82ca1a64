import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Generator, getConfig } from "@tanstack/router-generator";

const root = process.cwd();
const before = readGenerated();
execFileSync("convex", ["codegen", "--system-udfs", "--typecheck", "disable"], {
  stdio: ["ignore", "ignore", "inherit"],
});
await new Generator({ config: getConfig({}, root), root }).run();
const after = readGenerated();

const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
  (file) => before.get(file) !== after.get(file),
);
for (const file of changed) console.error(`${file} was out of date; it is new now, commit it`);
process.exitCode = changed.length === 0 ? 0 : 1;

function readGenerated(): Map<string, string> {
  const folder = "convex/_generated";
  const files = readdirSync(folder).map((name) => join(folder, name));
  return new Map(
    [...files, "src/routeTree.gen.ts"].map((file) => [file, readFileSync(file, "utf8")]),
  );
}
