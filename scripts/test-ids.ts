// A requirement id such as PROJ-04, or the number of a host rule such as D3.
const id = String.raw`[A-Z]+-\d+|[A-Z]\d+`;
const nameStart = new RegExp(String.raw`["'\x60]((?:\[(?:${id})(?:[,/ ]+(?:${id}))*\] ?)+)`, "g");
const idPattern = new RegExp(id, "g");

/** The ids that the names of tests in this source text start with. */
export function idsInTestNames(source: string): string[] {
  return [...source.matchAll(nameStart)].flatMap((match) => match[1]?.match(idPattern) ?? []);
}

/** The ids that docs/requirements.md describes, in its order. */
export function requirementsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^- ([A-Z]+-\d+): /gm)].map((match) => match[1] ?? "");
}

/** The rule numbers that host/SPEC.md states: each opens a line, with or without list marks. */
export function rulesIn(markdown: string): string[] {
  return [...markdown.matchAll(/^[-#*|[\s`]*([A-Z]\d+)\b/gm)].map((match) => match[1] ?? "");
}

/** The area of a requirement id: PROJ of PROJ-04. */
export function areaOf(requirement: string): string {
  return requirement.slice(0, requirement.indexOf("-"));
}

/** Values that appear more than once. */
export function duplicatesIn(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
