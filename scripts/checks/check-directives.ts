import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

// A lint rule holds in every file without comments that disable it. The settings of Oxlint and ESLint name the
// exceptions.
const exception = new RegExp(`${["oxlint", "disable"].join("-")}|@ts-(ignore|nocheck)`);

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
  .toString("utf8")
  .split("\n")
  .filter((file) => /\.(ts|tsx|js|cjs|mjs)$/.test(file) && !/_generated\/|\.gen\.ts$/.test(file));

const complaints = files.filter((file) => exception.test(readFileSync(file, "utf8")));
for (const file of complaints)
  console.error(`${file}: take the exception out; .oxlintrc.json says where a rule does not hold`);
process.exitCode = complaints.length === 0 ? 0 : 1;
