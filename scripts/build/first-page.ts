import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ESTree, parseSync } from "vite";
import { edited, type Edit } from "./edits.ts";
import { beforeEntry, importFromShelf } from "./first-code.ts";

/** The part of the manifest of a build that tells which file a chunk is. */
type Manifest = Record<string, { isEntry?: boolean; name?: string; file: string }>;

/** The names on the shelf of the chunks that run before a script, by the addresses of their files. */
type Places = ReadonlyMap<string, string>;

/**
 * Writes a page that contains its first code, beside the page that loads it from files: on a slow connection the first
 * visit saves the time of one request. The page's Content-Security-Policy names the hashes of the scripts, which are
 * written beside the manifest. There are several scripts, because the browser compiles and runs each one in a task of
 * its own, and none of the tasks is long.
 */
export async function writeFirstPage(folder: string): Promise<void> {
  const manifest = JSON.parse(
    await readFile(join(folder, ".vite/manifest.json"), "utf8"),
  ) as Manifest;
  const chunks = Object.values(manifest);
  const places = new Map<string, string>();
  const before: FirstScript[] = [];
  for (const [chunk, place] of beforeEntry) {
    const file = chunks.find(({ isEntry, name }) => isEntry !== true && name === chunk)?.file;
    if (file === undefined) continue;
    const script = asScript(await readFile(join(folder, file), "utf8"), file, places);
    before.push({ address: `/${file}`, script });
    places.set(`/${file}`, place);
  }
  const file = chunks.find(({ isEntry }) => isEntry === true)?.file ?? "";
  const script = asInlineModule(await readFile(join(folder, file), "utf8"), file, places);
  const index = await readFile(join(folder, "index.html"), "utf8");
  const page = withFirstCode(index, before, { address: `/${file}`, script });
  await writeFile(join(folder, "index.whole.html"), page);
  const scripts = [...before.map((each) => each.script), script].map(hashOf);
  await writeFile(join(folder, ".vite/first-page.json"), JSON.stringify({ scripts }));
}

/** A file of first code, and the inline script that replaces it in the page. */
interface FirstScript {
  address: string;
  script: string;
}

/**
 * A page in which inline scripts replace the files that it names: the early line in its head, the others at its end.
 */
export function withFirstCode(
  page: string,
  before: readonly FirstScript[],
  { address, script }: FirstScript,
): string {
  const [line, ...others] = before;
  const early = `<script type="module" async src="${line?.address ?? ""}"></script>`;
  const entry = `<script type="module" crossorigin src="${address}"></script>`;
  const atEnd = others.map((each) => `<script>${each.script}</script>`).join("");
  const bare = before.reduce(
    (text, each) =>
      text.replace(`<link rel="modulepreload" crossorigin href="${each.address}">`, ""),
    page,
  );
  // A stylesheet before a script would delay the script.
  return [
    [early, ""],
    [entry, `<script>${line?.script ?? ""}</script>`],
    ["</body>", `${atEnd}<script type="module">${script}</script></body>`],
  ].reduce((text, [old = "", other = ""]) => {
    if (text.split(old).length !== 2) throw new Error(`index.html has not one ${old}`);
    return text.replace(old, () => other);
  }, bare);
}

/** First code as a classic script, which runs while the page is parsed and not after it. */
export function asScript(code: string, file: string, places: Places): string {
  const { program, module } = parseSync("script.js", code);
  if (module.dynamicImports.length > 0) throw new Error(`${file} imports something later.`);
  const exports = program.body
    .filter(({ type }) => type.startsWith("Export"))
    .map(({ start, end }) => ({ start, end, text: "" }));
  const bare = edited(code, [...exports, ...takenIn(program, file, places)]);
  return fitForPage(`(()=>{"use strict";${bare.trim()}})()`);
}

/**
 * The entry as an inline module: imports of other files get absolute addresses, and code that ran before is read from
 * the shelf.
 */
export function asInlineModule(code: string, file: string, places: Places): string {
  const { program, module } = parseSync("entry.js", code);
  const beside = besideFile(file);
  const late = module.dynamicImports.map(({ moduleRequest: { start, end } }): Edit => {
    const literal = code.slice(start + 1, end - 1);
    if (!/^\.\/[\w.-]+$/.test(literal)) throw new Error(`The entry imports ${literal}.`);
    return { start, end, text: JSON.stringify(addressBeside(literal, beside)) };
  });
  // The entry tells program versions apart by its own address.
  const own = module.importMetas.map(({ start, end }): Edit => {
    if (!code.startsWith(".url", end)) throw new Error("The entry asks for more than its address.");
    return { start, end: end + 4, text: `(location.origin+${JSON.stringify(beside.pathname)})` };
  });
  const taken = takenIn(program, file, places);
  return fitForPage(edited(code, [...taken, ...late, ...own]).trim());
}

/** Replaces the imports of a file of first code by reads from the shelf. */
function takenIn(program: ESTree.Program, file: string, places: Places): Edit[] {
  return program.body.flatMap((node) => {
    if (node.type !== "ImportDeclaration") return [];
    const place = places.get(addressBeside(node.source.value, besideFile(file)));
    if (place === undefined) throw new Error(`${file} imports ${node.source.value}.`);
    return [importFromShelf(node, place)];
  });
}

function besideFile(file: string): URL {
  return new URL(`https://here/${file}`);
}

function addressBeside(request: string, file: URL): string {
  return new URL(request, file).pathname;
}

/**
 * Escapes code for a script element, so that nothing in it ends the script or begins a comment. The result is ASCII: a
 * few other characters would make the browser store and parse the whole page in two-byte characters. Throws on a
 * carriage return, and on `String.raw`, which would show the escapes.
 */
function fitForPage(code: string): string {
  if (code.includes("String.raw"))
    throw new Error("String.raw would show the escapes of characters.");
  const fit = code
    .replaceAll(
      /[^\0-\x7f]/g,
      (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    .replaceAll("</script", String.raw`<\/script`)
    .replaceAll("<!--", String.raw`\x3c!--`);
  if (fit.includes("\r"))
    throw new Error("A browser reads a carriage return in a page as a line feed.");
  return fit;
}

function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}
