import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Edit = { file: string; before: string; after: string };

/** The changes that the worked example of CONTRIBUTING.md shows, in its order. */
function editsOfExample(): Edit[] {
  const text = readFileSync("CONTRIBUTING.md", "utf8").replace(/^ {3}/gm, "");
  const edits: Edit[] = [];
  let file = "";
  for (const [, path, block] of text.matchAll(/\bIn\s+`([^`]+)`:$|^```diff\n([^]*?)^```$/gm)) {
    if (path !== undefined) file = path;
    else if (block !== undefined)
      edits.push({ file, before: linesOf(block, "-"), after: linesOf(block, "+") });
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

const edits = editsOfExample();

test("the worked example goes from the requirement to the screen", () => {
  expect(new Set(edits.map(({ file }) => file.split("/")[0]))).toEqual(
    new Set(["docs", "tests", "convex", "src"]),
  );
});

test.each(edits)("the worked example finds its lines in $file, once", ({ file, before, after }) => {
  const text = readFileSync(file, "utf8");

  expect(before).not.toBe("");
  expect(text.split(before)).toHaveLength(2);
  expect(text).not.toContain(after);
});
