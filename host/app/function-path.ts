/** The one spelling of a function's path: "units:list", "jobs/seed:run"; `.js`, `.ts` and a left out `default` are undone. */
export function canonicalPath(path: string): string {
  const canonical = parsePath(path);
  if (canonical !== null) return canonical;
  throw new Error(`Invalid function path: '${path}'. Expected "module:function".`);
}

/** The same for paths from outside; null when the text cannot be one. */
export function parsePath(path: string): string | null {
  const [module = "", name = "default", ...rest] = path.split(":");
  if (module === "" || name === "" || rest.length > 0) return null;
  return `${moduleName(module)}:${name}`;
}

/** How a path is shown to people and to `getFunctionMetadata`: `:default` is left out. */
export function displayPath(canonical: string): string {
  return canonical.endsWith(":default") ? canonical.slice(0, -":default".length) : canonical;
}

/** How a path is written in `_scheduled_functions`: "units.js:list". */
export function storedPath(canonical: string): string {
  return canonical.replace(":", ".js:");
}

function moduleName(module: string): string {
  return module.replace(/^\/+/, "").replace(/\.[cm]?[jt]sx?$/, "");
}
