import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { areaOf, duplicatesIn, idsInTestNames, requirementsIn, rulesIn } from "./test-ids.ts";

// "--short" leaves out the list of requirements without a test; it is a list, not a failure.
const short = process.argv.includes("--short");

const described = requirementsIn(readFileSync("docs/requirements.md", "utf8"));
// Decisions may be named by tests, but need no test of their own.
const requirements = described.filter((id) => areaOf(id) !== "OP");
const rules = rulesIn(readFileSync("host/SPEC.md", "utf8"));
const filesById = readTestIds();

const known = new Set([...described, ...rules]);
const complaints = [
  ...duplicatesIn(described).map((id) => `docs/requirements.md has ${id} twice`),
  ...duplicatesIn(rules).map((rule) => `host/SPEC.md has ${rule} twice`),
  ...[...filesById]
    .filter(([id]) => !known.has(id))
    .map(([id, file]) => `${file} names ${id}, which no document describes`),
  ...rules
    .filter((rule) => !filesById.has(rule))
    .map((rule) => `host/SPEC.md: no test shows rule ${rule}`),
];

const untested = requirements.filter((requirement) => !filesById.has(requirement));
if (!short) printUntested();
console.log(
  `${requirements.length - untested.length} of ${requirements.length} requirements have a test, ` +
    `${rules.length} host rules`,
);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;

function readTestIds(): Map<string, string> {
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
    // The tests of this check are full of made-up ids.
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("scripts"))
    .map((file) => join("tests", file));
  return new Map(
    files.flatMap((file) =>
      idsInTestNames(readFileSync(file, "utf8")).map((id): [string, string] => [id, file]),
    ),
  );
}

function printUntested() {
  console.log("Requirements without a test:");
  for (const area of new Set(requirements.map(areaOf))) {
    const inArea = untested.filter((requirement) => areaOf(requirement) === area);
    const total = requirements.filter((requirement) => areaOf(requirement) === area).length;
    const numbers = inArea.map((requirement) => requirement.slice(area.length + 1)).join(" ");
    console.log(`  ${area} (${inArea.length} of ${total}): ${numbers || "none"}`);
  }
}
