import { readFile } from "node:fs/promises";
import { join } from "node:path";

const docs = join(import.meta.dirname, "../../docs");

/** The page that shows how to put a proxy in front of Turnboard, or of official Convex. */
export type DocPage = "deployment.md" | "official-convex.md";

/** The configuration that a page shows for a proxy, word for word. */
export async function docBlock(page: DocPage, language: "nginx" | "caddyfile"): Promise<string> {
  const text = await readFile(join(docs, page), "utf8");
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (block === undefined) throw new Error(`docs/${page} has no block for ${language}.`);
  return block;
}

/** Replaces the example names of the page; each must occur in the block. */
export function fill(block: string, names: Record<string, string>): string {
  return Object.entries(names).reduce((text, [name, value]) => {
    if (!text.includes(name)) throw new Error(`The block does not contain ${name}.`);
    return text.replaceAll(name, value);
  }, block);
}
