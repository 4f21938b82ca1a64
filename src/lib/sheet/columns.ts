import { amountOfCell } from "./amounts.ts";
import { dayOfCell } from "./dates.ts";

/** The meanings that a column of pasted units can have. */
export const MEANINGS = [
  "name",
  "moveOutDate",
  "readyByDate",
  "moveInDate",
  "monthlyRent",
] as const;

export type Meaning = (typeof MEANINGS)[number];

/** The usual words for column heads, without spaces and punctuation. */
const HEADS: Readonly<Record<Meaning, RegExp>> = {
  name: /^(unit|apartment|apt|flat|suite|room|door|property|name|number|no|einheit|wohnung)(name|number|no|nr|id|s)?$/,
  moveOutDate:
    /^(date)?(of)?(move|moved|moving)?out(date|day)?$|^(vacat|vacant|vacancy|auszug|leaseend)/,
  readyByDate: /^ready|^(due|target|turnby|makeready|completeby|fertig)/,
  moveInDate: /^(date)?(of)?(move|moved|moving)?in(date|day)?$|^(einzug|leasestart|nexttenant)/,
  monthlyRent: /rent|^(price|miete|amount)/,
};

const DATES = ["moveOutDate", "readyByDate", "moveInDate"] as const;
const lookedAt = 200;

/** The meaning of a head's text; undefined for any other text. */
export function meaningOfHead(cell: string): Meaning | undefined {
  const word = cell.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
  return word === "" ? undefined : MEANINGS.find((meaning) => HEADS[meaning].test(word));
}

/** The likely meanings of a sheet's columns; `hasHeads` is true when its first line has the heads. */
export interface Guess {
  hasHeads: boolean;
  /** The meaning of each column; null leaves a column out. */
  meanings: (Meaning | null)[];
}

/** Guesses the meanings from the heads in the first line, or without heads from the cells. */
export function guessColumns(rows: readonly (readonly string[])[]): Guess {
  const [first = []] = rows;
  const width = Math.max(0, ...rows.slice(0, lookedAt).map(({ length }) => length));
  const heads = Array.from({ length: width }, (_, column) => meaningOfHead(first[column] ?? ""));
  const isData = first.some((cell) => isDate(cell) || isAmount(cell));
  if (heads.some((head) => head !== undefined) && !isData)
    return { hasHeads: true, meanings: withName(onlyOnce(heads), rows.slice(1)) };
  return { hasHeads: false, meanings: guessByCells(rows.slice(0, lookedAt), width) };
}

/** Keeps a meaning for the first column that has it only. */
function onlyOnce(heads: readonly (Meaning | undefined)[]): (Meaning | null)[] {
  return heads.map((head, at) => (head === undefined || heads.indexOf(head) !== at ? null : head));
}

/** Makes the first column without a meaning the name column when no head names one, because units need names. */
function withName(meanings: (Meaning | null)[], rows: readonly (readonly string[])[]) {
  if (meanings.includes("name")) return meanings;
  const free = meanings.findIndex(
    (meaning, column) => meaning === null && rows.some((cells) => (cells[column] ?? "") !== ""),
  );
  return meanings.map((meaning, column) => (column === free ? "name" : meaning));
}

function guessByCells(rows: readonly (readonly string[])[], width: number): (Meaning | null)[] {
  const columns = Array.from({ length: width }, (_, column) =>
    rows.map((cells) => cells[column] ?? "").filter((cell) => cell !== ""),
  );
  const meanings = columns.map((): Meaning | null => null);
  const dated = columns
    .map((cells, column) => ({ column, isDated: isMostly(cells, isDate), day: middleDay(cells) }))
    .filter(({ isDated }) => isDated)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  for (const [at, { column }] of dated.entries()) meanings[column] = DATES[at] ?? null;
  const name = columns.findIndex((cells, column) => meanings[column] === null && cells.length > 0);
  if (name >= 0) meanings[name] = "name";
  const rent = columns.findLastIndex(
    (cells, column) => meanings[column] === null && isMostly(cells, isAmount),
  );
  if (rent >= 0) meanings[rent] = "monthlyRent";
  return meanings;
}

function isMostly(cells: readonly string[], test: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(test).length >= cells.length * 0.6;
}

function isDate(cell: string): boolean {
  return typeof dayOfCell(cell, "month") === "string";
}

function isAmount(cell: string): boolean {
  return typeof amountOfCell(cell) === "number";
}

function middleDay(cells: readonly string[]): string {
  const days = cells.flatMap((cell) => dayOfCell(cell, "month") ?? []).toSorted();
  return days[Math.floor(days.length / 2)] ?? "";
}
