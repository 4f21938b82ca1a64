import { type ESTree, type Plugin, Visitor } from "vite";
import { edited, type Edit } from "./edits.ts";

/** The parts of a chunk that tell whether it is first code. */
interface Chunk {
  isEntry: boolean;
  name: string;
  fileName: string;
}

/** The global object on which first code stores its exports, for other chunks to read. */
const shelf = "globalThis.firstCode";

/**
 * The chunks that run before the entry, in order, with their names on the shelf. Each one reads what it needs from
 * those before it.
 */
export const beforeEntry: ReadonlyMap<string, string> = new Map([
  ["line", "line"],
  ["rolldown-runtime", "runtime"],
  ["renderer", "renderer"],
  ["packages", "packages"],
]);

/** True for the chunks that every page inlines or loads first: the entry and the chunks that run before it. */
function isFirstCode({ isEntry, name }: Pick<Chunk, "isEntry" | "name">): boolean {
  return isEntry || beforeEntry.has(name);
}

/**
 * True for the file of a first-code chunk. An `import()` need not wait for it, because the page has its code already.
 */
export function isFirstFile(file: string): boolean {
  return /(^|\/)(index|line|rolldown-runtime|renderer|packages)-[\w-]+\.js$/.test(file);
}

/**
 * Lets chunks read first code from the page instead of from a file: the page that the host sends contains that code,
 * and no `import` can name it. Imports of first code run before all others, so its exports exist by then, and they
 * never change afterwards.
 */
export function firstCode(): Plugin {
  return {
    name: "first-code",
    apply: "build",
    renderChunk(code, chunk, ...[, { chunks }]) {
      const first = new Map(
        Object.values(chunks)
          .filter(isFirstCode)
          .map((each) => [`./${each.fileName.split("/").at(-1) ?? ""}`, each]),
      );
      const program = this.parse(code);
      if (isFirstCode(chunk)) return laidOnShelf(code, chunk, program);
      const result = edited(code, takenFromShelf(program.body, first));
      const named = [...first.keys()].find((file) => result.includes(file.slice(2)));
      if (named !== undefined) this.error(`${chunk.fileName} takes ${named} in a way of its own.`);
      return result;
    },
  };
}

/**
 * A chunk of first code with a statement that stores its exports on the shelf. In the files, only first code imports
 * first code.
 */
function laidOnShelf(code: string, chunk: Chunk, program: ESTree.Program): string {
  const exported = program.body.flatMap((node) =>
    node.type === "ExportNamedDeclaration" ? node.specifiers : [],
  );
  const changing = assignedIn(program, new Set(exported.map(({ local }) => nameOf(local))));
  if (changing.length > 0)
    throw new Error(`First code exports what it changes later: ${changing.join(", ")}.`);
  const fields = exported.map((each) => `${nameOf(each.exported)}: ${nameOf(each.local)}`);
  const laid = `(${shelf} ??= {}).${placeOf(chunk)} = { ${fields.join(", ")} };`;
  const ends = program.body.filter(
    ({ type }) => chunk.isEntry && type === "ExportNamedDeclaration",
  );
  const bare = edited(
    code,
    ends.map(({ start, end }) => ({ start, end, text: "" })),
  );
  return `${bare}\n${laid}\n`;
}

/** The names of those variables that are assigned again after their declaration. */
function assignedIn(program: ESTree.Program, names: ReadonlySet<string>): string[] {
  const assigned = new Set<string>();
  const note = (target: { type: string; name?: unknown }) => {
    if (target.type === "Identifier" && names.has(String(target.name)))
      assigned.add(String(target.name));
  };
  new Visitor({
    AssignmentExpression: ({ left }) => note(left),
    UpdateExpression: ({ argument }) => note(argument),
  }).visit(program);
  return [...assigned];
}

/** Replaces the imports of first code by reads from the shelf. */
function takenFromShelf(body: ESTree.Program["body"], first: ReadonlyMap<string, Chunk>): Edit[] {
  return body.flatMap((node) => {
    if (node.type !== "ImportDeclaration") return [];
    const chunk = first.get(node.source.value);
    return chunk === undefined ? [] : [importFromShelf(node, placeOf(chunk))];
  });
}

/** Replaces an import declaration by constants that read the same names from the shelf. */
export function importFromShelf(
  { start, end, specifiers }: ESTree.ImportDeclaration,
  place: string,
): Edit {
  const fields = specifiers.map((each) => {
    if (each.type !== "ImportSpecifier") throw new Error("First code is imported by its names.");
    return `${nameOf(each.imported)}: ${each.local.name}`;
  });
  const text = fields.length === 0 ? "" : `const { ${fields.join(", ")} } = ${shelf}.${place};`;
  return { start, end, text };
}

function placeOf({ isEntry, name }: Pick<Chunk, "isEntry" | "name">): string {
  return isEntry ? "entry" : (beforeEntry.get(name) ?? name);
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === "Literal" ? JSON.stringify(name.value) : name.name;
}
