import { type ESTree, type Plugin, Visitor } from "vite";
import { edited, type Edit } from "./edits.ts";

/** The parts of a chunk that tell whether it is first code. */
interface Chunk {
  isEntry: boolean;
  name: string;
  fileName: string;
}

/** The object of a page on which first code lays what other chunks take from it. */
const shelf = "globalThis.firstCode";

/** The chunks that run before the entry, in their order, and their places on the shelf. Each takes what it needs from those before it. */
export const beforeEntry: ReadonlyMap<string, string> = new Map([
  ["line", "line"],
  ["rolldown-runtime", "runtime"],
  ["renderer", "renderer"],
  ["packages", "packages"],
]);

/** True for the chunks that every page has in it or begins with: the entry and those that run before it. */
function isFirstCode({ isEntry, name }: Pick<Chunk, "isEntry" | "name">): boolean {
  return isEntry || beforeEntry.has(name);
}

/** The address of a file of first code among those that an `import()` needs, none of which it has to wait for. */
export function isFirstFile(file: string): boolean {
  return /(^|\/)(index|line|rolldown-runtime|renderer|packages)-[\w-]+\.js$/.test(file);
}

/**
 * Lets chunks take what they need of first code from the page and not from a file: the page that the host sends has that code
 * in it, where no `import` can name it. An import of first code runs before all others, so that what it exports is made by
 * then, and never changes after that.
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

/** First code, which lays on the shelf what it exports. First code alone imports first code, as long as it is files. */
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

/** Those of these variables that get another value after the first. */
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

/** An import of first code, by where that lies on the shelf. */
function takenFromShelf(body: ESTree.Program["body"], first: ReadonlyMap<string, Chunk>): Edit[] {
  return body.flatMap((node) => {
    if (node.type !== "ImportDeclaration") return [];
    const chunk = first.get(node.source.value);
    return chunk === undefined ? [] : [importFromShelf(node, placeOf(chunk))];
  });
}

/** An import, as the constants that it names. */
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
