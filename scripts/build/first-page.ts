import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ESTree, parseSync } from "vite";
import { edited, type Edit } from "./edits.ts";
import { importFromShelf, isFirstCode } from "./first-code.ts";

/** The part of the manifest of a build that tells which file a chunk is. */
type Manifest = Record<string, { isEntry?: boolean; name?: string; file: string }>;

/**
 * Writes a page that has its first code in it, beside the one that loads it: a first visit on a poor line is shorter by the
 * time of one request. The policy of the page names the hashes of the two scripts, which are written beside the manifest.
 */
export async function writeFirstPage(folder: string): Promise<void> {
  const manifest = JSON.parse(
    await readFile(join(folder, ".vite/manifest.json"), "utf8"),
  ) as Manifest;
  const first = Object.values(manifest).filter(({ isEntry = false, name = "" }) =>
    isFirstCode({ isEntry, name }),
  );
  const entry = first.find(({ isEntry }) => isEntry)?.file ?? "";
  const line = first.find(({ isEntry }) => isEntry !== true)?.file ?? "";
  const read = (file: string) => readFile(join(folder, file), "utf8");
  const lineScript = asScript(await read(line));
  const entryScript = asInlineModule(await read(entry), entry, line);
  const page = withFirstCode(await read("index.html"), {
    ...{ entry: `/${entry}`, line: `/${line}` },
    ...{ entryScript, lineScript },
  });
  await writeFile(join(folder, "index.whole.html"), page);
  const scripts = [lineScript, entryScript].map(hashOf);
  await writeFile(join(folder, ".vite/first-page.json"), JSON.stringify({ scripts }));
}

/** A page with these scripts in it in the place of the files that it names. */
export function withFirstCode(
  page: string,
  code: { entry: string; line: string; entryScript: string; lineScript: string },
): string {
  const early = `<script type="module" async src="${code.line}"></script>`;
  const preload = `<link rel="modulepreload" crossorigin href="${code.line}">`;
  const entry = `<script type="module" crossorigin src="${code.entry}"></script>`;
  // A style that is named before a script would hold it up.
  return [
    [early, ""],
    [entry, `<script>${code.lineScript}</script>`],
    ["</body>", `<script type="module">${code.entryScript}</script></body>`],
  ].reduce(
    (text, [old = "", other = ""]) => {
      if (text.split(old).length !== 2) throw new Error(`index.html has not one ${old}`);
      return text.replace(old, () => other);
    },
    page.replace(preload, ""),
  );
}

/** The early line as a script that runs where it stands in a page, and not behind it. */
export function asScript(code: string): string {
  const { program, module } = parseSync("line.js", code);
  if (module.staticImports.length > 0) throw new Error("The early line imports something.");
  const exports = program.body.filter(({ type }) => type.startsWith("Export"));
  const bare = edited(
    code,
    exports.map(({ start, end }) => ({ start, end, text: "" })),
  );
  return fitForPage(`(()=>{"use strict";${bare.trim()}})()`);
}

/** The entry as a module in a page: its file and those beside that are named by whole addresses, and the early line lies on the shelf. */
export function asInlineModule(code: string, file: string, line: string): string {
  const { program, module } = parseSync("entry.js", code);
  const imports = program.body.filter(
    (node): node is ESTree.ImportDeclaration => node.type === "ImportDeclaration",
  );
  const beside = new URL(`https://here/${file}`);
  const taken = imports.map((node) => {
    if (addressBeside(node.source.value, beside) !== `/${line}`)
      throw new Error(`The entry imports ${node.source.value}.`);
    return importFromShelf(node, "line");
  });
  const late = module.dynamicImports.map(({ moduleRequest: { start, end } }): Edit => {
    const literal = code.slice(start + 1, end - 1);
    if (!/^\.\/[\w.-]+$/.test(literal)) throw new Error(`The entry imports ${literal}.`);
    return { start, end, text: JSON.stringify(addressBeside(literal, beside)) };
  });
  // By its own address the entry knows versions of the program apart.
  const own = module.importMetas.map(({ start, end }): Edit => {
    if (!code.startsWith(".url", end)) throw new Error("The entry asks for more than its address.");
    return { start, end: end + 4, text: `(location.origin+${JSON.stringify(beside.pathname)})` };
  });
  return fitForPage(edited(code, [...taken, ...late, ...own]).trim());
}

function addressBeside(request: string, file: URL): string {
  return new URL(request, file).pathname;
}

/** Code that may stand in a page: nothing in it ends its script or begins a comment. */
function fitForPage(code: string): string {
  const fit = code
    .replaceAll("</script", String.raw`<\/script`)
    .replaceAll("<!--", String.raw`\x3c!--`);
  if (fit.includes("\r"))
    throw new Error("A browser reads a carriage return in a page as a line feed.");
  return fit;
}

function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}
