import { displayPath, invalidPath, parsePath } from "./function-path.ts";

export type FunctionKind = "query" | "mutation" | "action";

/** The facts about a function that both threads know. */
export type KnownFunction = {
  /** Canonical: "items:list". */
  path: string;
  kind: FunctionKind;
  visibility: "public" | "internal";
};

/** A path as its sender spelled it. Internal functions do not exist for public callers. */
export type Wanted = {
  path: string;
  kind: FunctionKind | "any";
  caller: "public" | "internal";
};

/** Finds the function that a path names; otherwise returns the refusal in Convex's words. */
export function findFunction<Known extends KnownFunction>(
  functions: ReadonlyMap<string, Known>,
  { path: spelled, kind, caller }: Wanted,
): { found: Known } | { refusal: string } {
  const path = parsePath(spelled);
  if (path === null) return { refusal: invalidPath(spelled) };
  const found = functions.get(path);
  const shown = displayPath(path);
  if (found === undefined || (caller === "public" && found.visibility === "internal")) {
    const which = caller === "public" ? "public function" : "function";
    return {
      refusal: `Could not find ${which} for '${shown}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
    };
  }
  if (kind === "any" || found.kind === kind) return { found };
  return {
    refusal: `Trying to execute ${shown} as ${capitalize(kind)}, but it is defined as ${capitalize(found.kind)}.`,
  };
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
