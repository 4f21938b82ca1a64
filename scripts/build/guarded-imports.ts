import type { Plugin } from "vite";
import { isFirstFile } from "./first-code.ts";

/** The module of Vite with the helper that each `import()` of a build calls. */
const helperId = "\0vite/preload-helper.js";

/** Makes each `import()` of a build call `loadChunk` with the list of all files that it needs. */
export function guardedImports(): Plugin {
  let isGuarded = false;
  return {
    name: "guarded-imports",
    apply: "build",
    transform(_code, id) {
      if (id !== helperId) return null;
      isGuarded = true;
      return {
        code: 'export { loadChunk as __vitePreload } from "/src/lib/parts/load-chunk.ts";',
        map: null,
      };
    },
    buildEnd() {
      if (!isGuarded) this.error("Vite calls its preload helper by another name now.");
    },
  };
}

/**
 * The files that an `import()` needs: its own, even if it is the only one, and none that the page has loaded already.
 */
export function withOwnFile(
  file: string,
  others: string[],
  { hostType }: { hostType: "html" | "js" },
): string[] {
  if (hostType === "html") return others;
  return [...new Set([file, ...others])].filter((each) => !isFirstFile(each));
}
