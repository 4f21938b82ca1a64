import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import type { Plugin } from "esbuild";

type SourceMap = { mappings: string; names: string[] };

/**
 * Leaves one mapping for each line of a source in the source maps of a build. Node.js makes an object of every mapping for
 * the first stack trace of a thread and keeps all of them; meanwhile the thread does nothing else. A stack trace names the
 * same files and lines.
 */
export const lineMappings: Plugin = {
  name: "line-mappings",
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(async ({ metafile }) => {
      const maps = Object.keys(metafile?.outputs ?? {}).filter((name) => name.endsWith(".map"));
      await Promise.all(maps.map((name) => reduce(resolve(name))));
    });
  },
};

async function reduce(path: string): Promise<void> {
  const map = JSON.parse(await readFile(path, "utf8")) as SourceMap;
  const lines = decode(map.mappings).map((segments) =>
    segments.filter(beginsLine).map(withoutName),
  );
  const mappings = encode(lines);
  await writeFile(path, JSON.stringify({ ...map, mappings, names: [] }));
}

/** True for the first of neighbouring mappings to one line of a source. */
function beginsLine(
  [, source, line]: SourceMapSegment,
  at: number,
  segments: SourceMapSegment[],
): boolean {
  const before = segments[at - 1];
  return before === undefined || before[1] !== source || before[2] !== line;
}

/** Without the name, which is that of one place in the line, and which a stack trace would give to the whole line. */
function withoutName(segment: SourceMapSegment): SourceMapSegment {
  return segment.length === 5 ? [segment[0], segment[1], segment[2], segment[3]] : segment;
}
