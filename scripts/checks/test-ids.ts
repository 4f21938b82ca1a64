// A requirement id such as PROJ-04, or the number of a host rule such as D3.
const id = String.raw`[A-Z]+-\d+|[A-Z]\d+`;
const group = String.raw`\[(?:${id})(?:[,/ ]+(?:${id}))*\]`;
const quote = String.raw`["'\x60]`;
const nameEnd = new RegExp(`(?:${quote}|[^\\n] )((?:${group} )*${group})(?=${quote})`, "g");
const nameStart = new RegExp(`${quote}((?:${group} ?)+)(?=[^\\s["'\x60])`, "g");
const idPattern = new RegExp(id, "g");

/** The ids that the names of tests in this source text end with: the sentence comes first. */
export function idsInTestNames(source: string): string[] {
  return [...source.matchAll(nameEnd)].flatMap((match) => match[1]?.match(idPattern) ?? []);
}

/** The ids, in their brackets, that a name in this source text starts with. */
export function idsBeforeSentences(source: string): string[] {
  return [...source.matchAll(nameStart)].map((match) => match[1]?.trim() ?? "");
}

/** The ids that docs/requirements.md describes, in its order. */
export function requirementsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^- ([A-Z]+-\d+): /gm)].map((match) => match[1] ?? "");
}

/** The rule numbers that packages/convex-host/SPEC.md states: each opens a line, with or without list marks. */
export function rulesIn(markdown: string): string[] {
  return [...markdown.matchAll(/^[-#*|[\s`]*([A-Z]\d+)\b/gm)].map((match) => match[1] ?? "");
}

/** The files below the host's `src` that keep each rule. In SPEC.md, a line with an arrow after the rule names them. */
export function keepersIn(markdown: string): Map<string, string[]> {
  const keepers = new Map(rulesIn(markdown).map((rule): [string, string[]] => [rule, []]));
  let rule = "";
  for (const line of markdown.split("\n")) {
    [rule = rule] = rulesIn(line);
    if (/^\s*→/.test(line)) keepers.get(rule)?.push(...inBackticks(line));
  }
  return keepers;
}

/** The folders that the sections of packages/convex-host/SPEC.md name for their tests. */
export function testFoldersIn(markdown: string): string[] {
  return [...markdown.matchAll(/Tests: (.*)$/gm)].flatMap((match) => inBackticks(match[1] ?? ""));
}

/** The text of an id in a document, up to the next id; headings are left out. */
export function textOfId(markdown: string, wanted: string): string | null {
  const lines = markdown.split("\n");
  const isIdLine = (line: string) => [...requirementsIn(line), ...rulesIn(line)];
  const start = lines.findIndex((line) => isIdLine(line).includes(wanted));
  if (start < 0) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() === "" || isIdLine(line).length > 0);
  return [lines[start], ...rest.slice(0, end < 0 ? rest.length : end)].join("\n");
}

/** The area of a requirement id: PROJ of PROJ-04. */
export function areaOf(requirement: string): string {
  return requirement.slice(0, requirement.indexOf("-"));
}

/** Values that appear more than once. */
export function duplicatesIn(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

function inBackticks(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}
