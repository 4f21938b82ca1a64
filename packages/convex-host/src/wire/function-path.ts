import { isIdentifier } from "../values/canonical.ts";

const longestPath = 512;

/**
 * The canonical spelling of a function's path: "items:list", "jobs/fill:run". Removes `.js` and adds a missing
 * `default`. Throws for a text that is not a path.
 */
export function canonicalPath(path: string): string {
  const canonical = parsePath(path);
  if (canonical !== null) return canonical;
  throw new Error(invalidPath(path));
}

/**
 * The canonical path in a text from outside; null when the text is not a path. Names have the letters and lengths that
 * Convex allows.
 */
export function parsePath(path: string): string | null {
  if (path.length > longestPath) return null;
  const [file = "", name = "default", ...rest] = path.split(":");
  const module = file.replace(/\.js$/, "");
  if (rest.length > 0 || !isIdentifier(name) || !module.split("/").every(isFileName)) return null;
  return `${module}:${name}`;
}

/** The refusal of a text that is no path; it repeats no more of it than a path could have. */
export function invalidPath(path: string): string {
  const shown = path.length > longestPath ? `${path.slice(0, longestPath)}...` : path;
  return `Invalid function path: ${JSON.stringify(shown)}. Expected "module:function".`;
}

/** True for a query of the host's own, which Convex's command line asks. */
export function isSystemPath(canonical: string): boolean {
  return canonical.startsWith("_system/");
}

/** A path as it is shown to people and to `getFunctionMetadata`: `:default` is left out. */
export function displayPath(canonical: string): string {
  return canonical.endsWith(":default") ? canonical.slice(0, -":default".length) : canonical;
}

/** A path as it is written in `_scheduled_functions`: "items.js:list". */
export function storedPath(canonical: string): string {
  return canonical.replace(":", ".js:");
}

function isFileName(part: string): boolean {
  return /^[A-Za-z0-9._]{1,64}$/.test(part) && /[A-Za-z0-9]/.test(part);
}
