import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The list of a select box (Radix) brings this one fixed style of its own; a test of `src` keeps it true. */
const selectStyleHash = "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='";

/**
 * Everything comes from this origin; pictures also from where the company's logo is. Nothing is inline but the scripts of
 * these hashes.
 */
export function contentSecurityPolicy(allowed: {
  imageOrigins: readonly string[];
  scriptHashes: readonly string[];
}): string {
  const { imageOrigins, scriptHashes } = allowed;
  const scripts = scriptHashes.map((hash) => `'${hash}'`);
  return [
    "default-src 'self'",
    ...(scripts.length > 0 ? [["script-src 'self'", ...scripts].join(" ")] : []),
    `style-src 'self' ${selectStyleHash}`,
    `img-src ${["'self'", "data:", "blob:", ...imageOrigins].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The hashes of the scripts that the page of a built front end has in it. */
export function scriptHashesOf(appFolder: string): readonly string[] {
  const file = join(appFolder, ".vite/first-page.json");
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, "utf8")) as { scripts: string[] }).scripts;
}
