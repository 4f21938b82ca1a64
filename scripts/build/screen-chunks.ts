import type { Plugin } from "vite";
import { earlyReads } from "../../src/lib/answers/early-reads.ts";

/** The fields of a built chunk that tell which chunks it needs. */
interface Chunk {
  type: "chunk";
  isEntry: boolean;
  fileName: string;
  moduleIds: readonly string[];
  imports: readonly string[];
}

type Bundle = Record<string, Chunk | { type: "asset" }>;

const routeModule = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/**
 * Writes what each screen needs beyond what index.html names, by the pattern of its address: its chunks and its first
 * reads. The server names them with the page, so that a browser requests all of them at once.
 */
export function screenChunks(): Plugin {
  return {
    name: "screen-chunks",
    apply: "build",
    generateBundle(_options, bundle) {
      // A screen inside the entry has no chunk of its own.
      const screensOfEntry = Object.fromEntries(Object.keys(earlyReads).map((of) => [of, []]));
      const chunksOf = { ...screensOfEntry, ...chunksByScreen(bundle) };
      const screens = Object.entries(chunksOf).map(([pattern, chunks]) => {
        const reads = (earlyReads[pattern] ?? [])
          .filter(({ isOfWeek }) => !isOfWeek)
          .map(({ path }) => path);
        return { pattern, chunks, reads };
      });
      const source = JSON.stringify(screens, null, 2);
      this.emitFile({ type: "asset", fileName: ".vite/screens.json", source });
    },
  };
}

/** The addresses of the chunks by pattern; in a pattern, a segment that begins with `$` stands for any. */
export function chunksByScreen(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((each): each is Chunk => each.type === "chunk");
  const chunkOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const neededBy = (fileName: string): Set<string> => {
    const needed = new Set([fileName]);
    for (const each of needed)
      for (const next of chunkOf.get(each)?.imports ?? []) needed.add(next);
    return needed;
  };
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const first = new Set(entries.flatMap(({ fileName }) => [...neededBy(fileName)]));
  return Object.fromEntries(
    chunks.flatMap(({ fileName, moduleIds }) => {
      const needed = [...neededBy(fileName)].filter((each) => !first.has(each));
      return patternsOf(moduleIds).map((pattern) => [pattern, needed.map((each) => `/${each}`)]);
    }),
  );
}

/**
 * The address patterns of the screens among the modules: `_workspace/projects.$projectId.index` is
 * `/projects/$projectId`.
 */
function patternsOf(moduleIds: readonly string[]): string[] {
  return moduleIds.flatMap((id) => {
    const segments = routeModule
      .exec(id)?.[1]
      ?.split(/[./]/)
      .filter((segment) => !segment.startsWith("_") && segment !== "index");
    return segments === undefined ? [] : [`/${segments.join("/")}`];
  });
}
