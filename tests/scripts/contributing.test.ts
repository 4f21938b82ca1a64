import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sharedChunks } from "../../scripts/build/chunks.ts";

/** A code block of the example: its line in CONTRIBUTING.md, and the text of the file before and after the change. */
type Edit = { line: number; file: string; before: string; after: string };

/** The changes that the worked example of CONTRIBUTING.md shows, in its order. */
function editsOfExample(): Edit[] {
  const text = readFileSync("CONTRIBUTING.md", "utf8").replace(/^ {3}/gm, "");
  const edits: Edit[] = [];
  let file = "";
  const places = /\bIn\s+`([^`]+)`:$|^```diff\n([^]*?)^```$/gm;
  for (const { 1: path, 2: block, index } of text.matchAll(places)) {
    if (path !== undefined) file = path;
    if (block === undefined) continue;
    const line = text.slice(0, index).split("\n").length;
    edits.push({ line, file, before: linesOf(block, "-"), after: linesOf(block, "+") });
  }
  return edits;
}

/** The lines that a block has before ("-") or after ("+") its change. */
function linesOf(block: string, sign: "-" | "+"): string {
  return block
    .split("\n")
    .filter((line) => line.startsWith(" ") || line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join("");
}

/** Returns the reason why a block no longer fits a text, and the fix; null if it fits. */
function misfitOf({ line, file, before, after }: Edit, text: string): string | null {
  const block = `The block in line ${line} of CONTRIBUTING.md`;
  if (text.includes(after))
    return `${block} adds what ${file} has already. Take the block away, unless you are trying the example itself.`;
  const times = before === "" ? 0 : text.split(before).length - 1;
  if (times === 1) return null;
  return `${block} has lines that ${file} has ${times} times, not once. Give it the lines that stand there now.`;
}

const edits = editsOfExample();

test("the worked example goes from the requirement to the screen", () => {
  expect(new Set(edits.map(({ file }) => file.split("/")[0]))).toEqual(
    new Set(["docs", "tests", "convex", "src"]),
  );
});

test("each block of the worked example fits its file", () => {
  const misfits = edits.flatMap((edit) => misfitOf(edit, readFileSync(edit.file, "utf8")) ?? []);
  if (misfits.length > 0) expect.fail(misfits.join("\n"));
});

test("the worked example brings no rules of forms into the first page of a screen", () => {
  const withRules = edits.filter(
    ({ file, after }) => file.startsWith("src/") && after.includes("convex/rules/inputs/"),
  );
  const chunks = withRules.map(
    ({ file }) => sharedChunks.find(({ test: own }) => own?.test(`/app/${file}`))?.name ?? "late",
  );

  expect(chunks).toEqual(["late"]);
});

test("a block that does not fit is told with its line and what to do", () => {
  const edit = { line: 7, file: "a.ts", before: "one\ntwo\n", after: "one\nnew\ntwo\n" };

  expect(misfitOf(edit, "one\ntwo\n")).toBeNull();
  expect(misfitOf(edit, "one\nother\ntwo\n")).toBe(
    "The block in line 7 of CONTRIBUTING.md has lines that a.ts has 0 times, not once. Give it the lines that stand there now.",
  );
  expect(misfitOf(edit, "one\nnew\ntwo\n")).toBe(
    "The block in line 7 of CONTRIBUTING.md adds what a.ts has already. Take the block away, unless you are trying the example itself.",
  );
});
