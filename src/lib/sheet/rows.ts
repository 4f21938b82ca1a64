import { newUnit } from "../../../convex/rules/inputs/newUnits.ts";
import { amountOfCell } from "./amounts.ts";
import { MEANINGS, type Meaning } from "./columns.ts";
import { type DateOrder, dayOfCell } from "./dates.ts";

/** A unit as it is sent to the server. */
export type SentUnit = { name: string } & {
  [Field in Exclude<Meaning, "name" | "monthlyRent">]?: string;
} & { monthlyRent?: number };

/** A line of a pasted sheet: the unit that it makes, and its errors. */
export interface SheetRow {
  /** The number of the line in the sheet, from 1. */
  id: string;
  cells: Readonly<Partial<Record<Meaning, string>>>;
  unit: SentUnit;
  /** The errors, each with the meaning of its column. */
  errors: readonly { meaning: Meaning; message: string }[];
}

/** The interpretation of a sheet: the meaning of each column, and the order of day and month. */
export interface Reading {
  hasHeads: boolean;
  meanings: readonly (Meaning | null)[];
  order: DateOrder;
  /** The numbers of the rows that are left out. */
  left: ReadonlySet<string>;
}

const DAYS = ["moveOutDate", "readyByDate", "moveInDate"] as const;

/** The units of a sheet, with an error for each value that the server would refuse, and for duplicate names. */
export function readRows(
  rows: readonly (readonly string[])[],
  reading: Reading,
  existing: ReadonlySet<string>,
): SheetRow[] {
  const seen = new Map<string, string>();
  return rows.flatMap((line, at) => {
    const id = String(at + 1);
    if ((at === 0 && reading.hasHeads) || reading.left.has(id)) return [];
    const cells = cellsByMeaning(line, reading);
    const { unit, errors } = read(cells, reading.order);
    const key = nameKey(unit.name);
    const twin = seen.get(key);
    if (key !== "" && twin !== undefined)
      errors.push({ meaning: "name", message: `The same name as row ${twin}` });
    else if (existing.has(key))
      errors.push({ meaning: "name", message: "The project has a unit of this name" });
    if (twin === undefined) seen.set(key, id);
    return [{ id, cells, unit, errors }];
  });
}

/** A key that is equal for names that people take for the same. */
export function nameKey(name: string): string {
  return name.trim().toLocaleLowerCase("en");
}

function cellsByMeaning(line: readonly string[], { meanings }: Reading) {
  const cells: Partial<Record<Meaning, string>> = {};
  for (const [column, meaning] of meanings.entries())
    if (meaning !== null) cells[meaning] = line[column] ?? "";
  return cells;
}

function read(cells: SheetRow["cells"], order: DateOrder) {
  const unit: SentUnit = { name: cells.name ?? "" };
  const errors: SheetRow["errors"][number][] = [];
  for (const meaning of DAYS) {
    const day = dayOfCell(cells[meaning] ?? "", order);
    if (day === undefined) errors.push({ meaning, message: "No date that is known" });
    else if (day !== null) unit[meaning] = day;
  }
  const rent = amountOfCell(cells.monthlyRent ?? "");
  if (rent === undefined) errors.push({ meaning: "monthlyRent", message: "No amount" });
  else if (rent !== null) unit.monthlyRent = rent;
  for (const { path, message } of newUnit.safeParse(unit).error?.issues ?? [])
    errors.push({ meaning: MEANINGS.find((one) => one === path[0]) ?? "name", message });
  return { unit, errors };
}
