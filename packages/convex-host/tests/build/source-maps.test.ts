import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "@jridgewell/sourcemap-codec";
import { expect, onTestFinished, test } from "vitest";
import { bundleApp } from "../../src/build/bundle.ts";

const source = `
type Row = { name: string; sortOrder: number };

export function first(rows: Row[], hidden: ReadonlySet<string>) {
  const shown = rows.filter(({ name }) => !hidden.has(name) && name !== "line 5");
  if (shown.length === 0) throw new Error("line 6");
  const sorted = shown.toSorted((a, b) => a.sortOrder - b.sortOrder);
  return { row: sorted[0], others: sorted.slice(1), note: ["line 8", sorted.length] };
}

export const second = (rows: Row[]) => {
  throw new Error("line 12", { cause: rows });
};
`;

async function bundled(): Promise<{ code: string; map: SourceMapPayload }> {
  const folder = await mkdtemp(join(tmpdir(), "convex-host-maps-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "rows.ts"), source);
  const outFile = join(folder, "out/app.js");
  await bundleApp({ folder, outFile });
  const map = JSON.parse(await readFile(`${outFile}.map`, "utf8")) as SourceMapPayload;
  return { code: await readFile(outFile, "utf8"), map };
}

test("a stack trace names the file and the line of the source [R17]", async () => {
  const { code, map } = await bundled();
  const lines = code.split("\n");
  const origins = new SourceMap(map);

  for (const line of [5, 6, 8, 12]) {
    const at = lines.findIndex((text) => text.includes(`"line ${line}"`));
    const column = lines[at]!.indexOf(`"line ${line}"`);
    const found = origins.findOrigin(at + 1, column + 1);
    expect(found).toMatchObject({ fileName: "../rows.ts", lineNumber: line });
    // The column is counted on from the start of the line.
    expect(Number("columnNumber" in found && found.columnNumber)).toBeGreaterThan(1);
  }
});

test("a source map has one mapping for each line and no text, because each thread keeps it in memory", async () => {
  const { map } = await bundled();
  const isText = (text: unknown) => typeof text === "string";
  const neighbours = decode(map.mappings).flatMap((segments) =>
    segments.slice(1).map((segment, at) => [segments[at]!, segment] as const),
  );

  expect((map.sourcesContent ?? []).filter(isText)).toEqual([]);
  expect(neighbours.length).toBeGreaterThan(10);
  for (const [before, after] of neighbours)
    expect([after[1], after[2]]).not.toEqual([before[1], before[2]]);
});
