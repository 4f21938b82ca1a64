import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The modules of a Convex folder: every file the official bundler takes for an entry point, without extension. */
export async function findAppEntries(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const entries: string[] = [];
  for (const file of files.sort()) {
    if (isModulePath(file) && (await isModule(join(folder, file)))) entries.push(file);
  }
  return entries;
}

/** The entries that begin with "use node". */
export async function findNodeEntries(
  folder: string,
  entries: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const file of entries) {
    const text = await readFile(join(folder, file), "utf8");
    if (/^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']use node["']/.test(text)) found.push(file);
  }
  return found;
}

/**
 * The source text of the entry module of an app. It maps each module path to a dynamic import; `lines` are its entries.
 */
export function entryText(lines: readonly string[], nodeModules: readonly string[]): string {
  const inNode = `export const nodeModules = ${JSON.stringify(nodeModules)};`;
  return `export default {\n${lines.join("\n")}\n};\n${inNode}\n`;
}

/** The module path by which functions are called: the path of the file without its extension. */
export function modulePathOf(file: string): string {
  return file.replace(/\.[cm]?[jt]sx?$/, "");
}

function isModulePath(file: string): boolean {
  const segments = file.split("/");
  const base = segments.at(-1) ?? "";
  if (/\.d\.[cm]?ts$/.test(base) || !/\.[cm]?[jt]sx?$/.test(base)) return false;
  if (segments[0] === "_generated" || segments[0] === "_deps") return false;
  if (segments.some((segment) => /^[.#]/.test(segment) || segment.includes(" "))) return false;
  // These two are read by the host, although their names have a second dot.
  if (file === "auth.config.ts" || file === "convex.config.ts") return true;
  return base.replace(/\.[cm]?[jt]sx?$/, "").indexOf(".") === -1;
}

async function isModule(path: string): Promise<boolean> {
  if (!/\.tsx?$/.test(path)) return true;
  return /^\s*(import|export)\b/m.test(await readFile(path, "utf8"));
}
