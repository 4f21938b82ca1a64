import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { build, type Plugin } from "vite";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { earlyScript } from "../../scripts/build/early-script.ts";
import { firstCode } from "../../scripts/build/first-code.ts";
import {
  asInlineModule,
  asScript,
  withFirstCode,
  writeFirstPage,
} from "../../scripts/build/first-page.ts";

const sources = {
  "index.html":
    '<!doctype html><html><head><title>t</title></head><body><script type="module" src="/main.ts"></script></body></html>',
  "line.ts": "export const line = { opened: 1 };",
  "renderer.ts": "export const draw = (text) => [text];",
  "packages.ts": `import { draw } from "./renderer.ts"; import { line } from "./line.ts";
    export const drawn = () => draw(line.opened);`,
  "main.ts": `import { drawn } from "./packages.ts"; import { line } from "./line.ts";
    export const shown = ["</script>", "<!--", "1 · 2 🔑", line.opened, ...drawn()];
    export const late = () => import("./late.ts");
    export const own = import.meta.url;
    window.late = late;`,
  "late.ts": `import { line } from "./line.ts"; import { shown, own } from "./main.ts";
    export const seen = { line, shown, own };`,
};

/** Replaces the helper of Vite, as the workspace does with its own helper. */
const plainImports: Plugin = {
  name: "plain-imports",
  transform: (_code, id) =>
    id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : null,
};

async function buildIn(root: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  const groups = ["line", "renderer", "packages"].map((name, at) => ({
    ...{ name, test: new RegExp(String.raw`${name}\.ts$`), priority: 3 - at },
  }));
  await build({
    ...{ root, configFile: false, logLevel: "error" },
    plugins: [earlyScript(), firstCode(), plainImports],
    build: {
      ...{ outDir: join(root, "dist"), manifest: true, modulePreload: false },
      rolldownOptions: { output: { codeSplitting: { groups } } },
    },
  });
}

let root: string;
let dist: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "first-page-"));
  dist = join(root, "dist");
  await buildIn(root, sources);
  await writeFirstPage(dist);
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

const read = (file: string) => readFile(join(dist, file), "utf8");

/** The file of a chunk by its source. */
async function fileOf(source: string): Promise<string> {
  const manifest = JSON.parse(await read(".vite/manifest.json")) as Record<
    string,
    { file: string }
  >;
  return manifest[source]?.file ?? "";
}

test("a late chunk takes what it needs of first code from the page, and imports no file of it", async () => {
  const late = await read(await fileOf("late.ts"));

  expect(late).toContain("globalThis.firstCode.line");
  expect(late).toContain("globalThis.firstCode.entry");
  expect(late).not.toMatch(/import\s*[{"'`]|(index|line|renderer|packages)-[\w-]+\.js/);
});

test("the page with its first code runs it in order, knows its own version and loads what is late from its folder", async () => {
  const page = await read("index.whole.html");
  const scripts = scriptsOf(page);
  const module = scripts.pop() ?? "";
  const late = await fileOf("late.ts");
  const loaded: string[] = [];
  const load = (address: string) => {
    loaded.push(address);
    return Promise.resolve({});
  };
  type Page = { firstCode?: Record<string, Record<string, unknown>>; late?: () => unknown };
  const place: Page & Record<string, unknown> = { location: { origin: "https://here" }, load };
  place.window = place;

  expect(scripts).toHaveLength(3);
  for (const script of scripts) runInNewContext(script, place);
  // The script runs outside of a browser, where `import` is not available.
  runInNewContext(module.replaceAll("import(", "load("), place);
  await place.late?.();

  expect(place.firstCode?.line).toBeDefined();
  expect(Object.values(place.firstCode?.entry ?? {})).toContainEqual([
    ...["</script>", "<!--", "1 · 2 🔑", 1, 1],
  ]);
  expect(Object.values(place.firstCode?.entry ?? {})).toContain(
    `https://here/${await fileOf("index.html")}`,
  );
  expect(loaded).toEqual([`/${late}`]);
});

test("the page is of one-byte characters, because a few others would make a browser keep all of it as wide ones", async () => {
  expect(await read("index.whole.html")).toMatch(/^[\0-\x7f]*$/);
});

test("the hashes are those of the scripts that the page has in it, and it names none of them as a file", async () => {
  const page = await read("index.whole.html");
  const { scripts } = JSON.parse(await read(".vite/first-page.json")) as { scripts: string[] };

  expect(scripts).toEqual(
    scriptsOf(page).map((text) => `sha256-${createHash("sha256").update(text).digest("base64")}`),
  );
  expect(page).not.toMatch(/src=|modulepreload/);
  expect(await read("index.html")).toMatch(
    /src="\/assets\/index-.*src="\/assets\/line-|line-.*index-/s,
  );
});

test.each([
  ["an early line that imports something", () => before('import "./other.js";')],
  ["an early line that imports something later", () => before('import("./other.js");')],
  ["an entry that imports more than what runs before it", () => inline('import "./other.js";')],
  ["a late part that is not beside the entry", () => inline('import("../other.js");')],
  ["a late part whose name is not written out", () => inline("import(name);")],
  ["an entry that asks for more than its address", () => inline("import.meta.env;")],
  ["code that tells its escapes", () => inline("String.raw`1 · 2`;")],
  ["a page without the scripts", () => withFirstCode("<body></body>", [], noCode)],
])("the build does not write a page for %s", (_, write) => {
  expect(write).toThrow(/(line|entry)\.js imports|The entry|String\.raw|index\.html/);
});

test("the build refuses first code that changes what it exports, which others would see as it was", async () => {
  const folder = await mkdtemp(join(tmpdir(), "first-page-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const changing = "export let count = 0; export const more = () => { count += 1; };";
  const files = {
    ...sources,
    "line.ts": `export const line = { opened: 1 }; ${changing}`,
    "late.ts": 'import { count, more } from "./line.ts"; more(); export const seen = count;',
  };
  await expect(buildIn(folder, files)).rejects.toThrow("changes later: count");
});

const noCode = { address: "/entry.js", script: "" };

function before(code: string): string {
  return asScript(code, "assets/line.js", new Map());
}

function inline(code: string): string {
  return asInlineModule(code, "assets/entry.js", new Map([["/assets/line.js", "line"]]));
}

/** The texts of the scripts in a page, as a browser finds them. */
function scriptsOf(page: string): string[] {
  return [...page.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(
    ([, text = ""]) => text,
  );
}
