import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  areaOf,
  duplicatesIn,
  idsBeforeSentences,
  idsInTestNames,
  keepersIn,
  requirementsIn,
  rulesIn,
  testFoldersIn,
  textOfId,
} from "./test-ids.ts";

// "--short" leaves out the list of requirements without a test, which are no failure. Other arguments are ids: each is
// shown with its tests.
const short = process.argv.includes("--short");
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

const requirementsText = readFileSync("docs/requirements.md", "utf8");
const described = requirementsIn(requirementsText);
// Tests may name decisions, but a decision needs no test of its own.
const requirements = described.filter((id) => areaOf(id) !== "OP");
const rulesText = readFileSync("packages/convex-host/SPEC.md", "utf8");
const rules = rulesIn(rulesText);
const keepers = keepersIn(rulesText);
const tests = readTests();
const filesById = filesByIdIn(tests);
// "npm test" leaves out the long tests, and must show each rule and requirement all the same.
const usualFilesById = filesByIdIn(tests.filter(({ file }) => !file.includes(".long.")));

if (asked.length > 0) for (const id of asked) show(id);
else check();

type TestFile = { file: string; source: string };

function check(): void {
  const known = new Set([...described, ...rules]);
  const complaints = [
    ...duplicatesIn(described).map((id) => `docs/requirements.md has ${id} twice`),
    ...duplicatesIn(rules).map((rule) => `packages/convex-host/SPEC.md has ${rule} twice`),
    ...[...filesById]
      .filter(([id]) => !known.has(id))
      .map(([id, file]) => `${file} names ${id}, which no document describes`),
    ...tests.flatMap(({ file, source }) =>
      idsBeforeSentences(source).map(
        (ids) => `${file}: write the sentence of the test first, and ${ids} behind it`,
      ),
    ),
    ...rules
      .filter((rule) => !usualFilesById.has(rule))
      .map((rule) => `packages/convex-host/SPEC.md: no test of "npm test" shows rule ${rule}`),
    ...requirements
      .filter((id) => filesById.has(id) && !usualFilesById.has(id))
      .map((id) => `${filesById.get(id) ?? ""} has the only tests of ${id}: "npm test" needs one`),
    ...[...keepers].flatMap(([rule, files]) => keeperComplaints(rule, files)),
    ...testFoldersIn(rulesText)
      .filter((folder) => !existsSync(folder))
      .map((folder) => `packages/convex-host/SPEC.md: there is no folder ${folder}`),
  ];
  const untested = requirements.filter((requirement) => !usualFilesById.has(requirement));
  if (!short) printUntested(untested);
  console.log(
    `${requirements.length - untested.length} of ${requirements.length} requirements have a test, ` +
      `${rules.length} host rules`,
  );
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}

function keeperComplaints(rule: string, files: readonly string[]): string[] {
  if (files.length === 0)
    return [
      `packages/convex-host/SPEC.md: ${rule} does not name its code (a line such as "  → \`values/ids.ts\`")`,
    ];
  return files
    .filter((file) => !existsSync(pathOf(file)))
    .map((file) => `packages/convex-host/SPEC.md: ${rule} names ${file}, which is not there`);
}

/**
 * The path of a file that SPEC.md names: it is below the host's `src`, or begins with dots when it is in the workspace.
 */
function pathOf(file: string): string {
  return join("packages/convex-host/src", file);
}

/** Prints the text of an id, the files with its code and its tests. An unknown id is an error. */
function show(id: string): void {
  const text = textOfId(rulesText, id) ?? textOfId(requirementsText, id);
  if (text === null) {
    console.error(`Nothing has ${id}.`);
    process.exitCode = 1;
    return;
  }
  console.log(text);
  for (const file of keepers.get(id) ?? []) console.log(`  code  ${pathOf(file)}`);
  for (const { file, source } of tests)
    for (const [index, line] of source.split("\n").entries())
      if (idsInTestNames(line).includes(id))
        console.log(`  test  ${file}:${index + 1}  ${line.trim()}`);
}

function filesByIdIn(files: readonly TestFile[]): Map<string, string> {
  return new Map(
    files.flatMap(({ file, source }) => idsInTestNames(source).map((id) => [id, file] as const)),
  );
}

function readTests(): TestFile[] {
  return (
    ["tests", "packages/convex-host/tests"]
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
          join(folder, file),
        ),
      )
      // The tests of this check are full of made-up ids.
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("tests/scripts"))
      .map((file) => ({ file, source: readFileSync(file, "utf8") }))
  );
}

function printUntested(untested: readonly string[]): void {
  console.log("Requirements without a test:");
  for (const area of new Set(requirements.map(areaOf))) {
    const inArea = untested.filter((requirement) => areaOf(requirement) === area);
    const total = requirements.filter((requirement) => areaOf(requirement) === area).length;
    const numbers = inArea.map((requirement) => requirement.slice(area.length + 1)).join(" ");
    console.log(`  ${area} (${inArea.length} of ${total}): ${numbers || "none"}`);
  }
}
