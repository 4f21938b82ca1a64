import { unitNameMatches } from "../../../lib/units/unit-names.ts";
import { categoryOf } from "./board-columns.ts";
import { type BoardSearch, NOBODY, type StatusFilter } from "./board-search.ts";
import type { BoardRow, BoardTask } from "./board-types.ts";

/** The filters of a board, as the search parameters hold them. */
export type BoardFilter = Pick<
  BoardSearch,
  "q" | "risk" | "status" | "category" | "who" | "blocked"
> & {
  /** On a board of many projects their names are searched too; on that of one they would find every unit. */
  byProject?: boolean;
};

/** The search parameters of filters; all of them are taken out of the address to show every unit again. */
export const FILTERS = ["q", "risk", "status", "category", "who", "blocked"] as const;

type Part = (typeof FILTERS)[number];

const isOpen = (task: BoardTask) => task.baseStatus !== "completed";

/** True for a unit that waits for something, itself or one of its open tasks. */
export function isBlocked({ unit }: BoardRow): boolean {
  return unit.waitingFor !== null;
}

type Test<P extends Part> = (row: BoardRow, wanted: BoardFilter[P], byProject: boolean) => boolean;
type Tests = { [P in Part]: Test<P> };

/** The tests of a row, one a filter; a filter that is not set lets everything pass. */
const tests: Tests = {
  q: ({ unit }, text, byProject) =>
    text === undefined ||
    unitNameMatches(unit.name, text) ||
    (byProject && unitNameMatches(unit.projectName, text)),
  risk: ({ unit }, risk) => risk === undefined || unit.turn.risk === risk,
  status: ({ unit }, status) => hasStatus(unit.status, status),
  category: (row, category) => category === undefined || openWorkOf(row).categories.has(category),
  who: (row, person) => person === undefined || openWorkOf(row).people.has(person),
  blocked: (row, wanted) => wanted === undefined || isBlocked(row),
};

/** The rows that pass all filters. */
export function filterRows(rows: readonly BoardRow[], filter: BoardFilter): readonly BoardRow[] {
  return rows.filter((row) => FILTERS.every((part) => passes(part, row, filter)));
}

/** The number of units that each choice of each filter would show, under the other filters. */
export function countChoices(rows: readonly BoardRow[], filter: BoardFilter) {
  const under = rowsUnder(rows, filter);
  const statuses = countBy(under.status, ({ unit }) => [unit.status]);
  return {
    risk: countBy(under.risk, ({ unit }) => [unit.turn.risk]),
    status: new Map<string, number>([
      ...statuses,
      ["any", under.status.length],
      ["open", under.status.length - (statuses.get("completed") ?? 0)],
    ]),
    category: countBy(under.category, (row) => openWorkOf(row).categories),
    who: countBy(under.who, (row) => openWorkOf(row).people),
    blocked: under.blocked.filter(isBlocked).length,
  };
}

export type ChoiceCounts = ReturnType<typeof countChoices>;

/** The rows that pass all filters but one, for each of them: a row that fails one filter passes all others. */
function rowsUnder(rows: readonly BoardRow[], filter: BoardFilter): Record<Part, BoardRow[]> {
  const under: Record<Part, BoardRow[]> = {
    ...{ q: [], risk: [], status: [], category: [], who: [], blocked: [] },
  };
  for (const row of rows) {
    const failed = FILTERS.filter((part) => !passes(part, row, filter));
    if (failed.length === 0) for (const part of FILTERS) under[part].push(row);
    const [only] = failed;
    if (failed.length === 1 && only !== undefined) under[only].push(row);
  }
  return under;
}

/** Rows a choice; a row counts once for each of its choices. */
function countBy(
  rows: readonly BoardRow[],
  choicesOf: (row: BoardRow) => Iterable<string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const choice of choicesOf(row)) counts.set(choice, (counts.get(choice) ?? 0) + 1);
  }
  return counts;
}

/** The choices that the open tasks of a row say, each once. */
interface OpenWork {
  categories: ReadonlySet<string>;
  people: ReadonlySet<string>;
}

const openWorkByRow = new WeakMap<BoardRow, OpenWork>();

/** The open work of a row, told once: a changed task makes one row anew, and the others are asked again with it. */
function openWorkOf(row: BoardRow): OpenWork {
  const known = openWorkByRow.get(row);
  if (known !== undefined) return known;
  const open = row.tasks.filter(isOpen);
  const work = {
    categories: new Set(open.map(categoryOf)),
    people: new Set(open.flatMap(peopleOf)),
  };
  openWorkByRow.set(row, work);
  return work;
}

function passes<P extends Part>(part: P, row: BoardRow, filter: BoardFilter): boolean {
  const test: Test<P> = tests[part];
  return test(row, filter[part], filter.byProject === true);
}

function hasStatus(status: string, wanted: StatusFilter | undefined): boolean {
  if (wanted === undefined) return status !== "completed";
  return wanted === "any" || status === wanted;
}

function peopleOf({ assignedToId, crewMemberId }: BoardTask): string[] {
  const people = [assignedToId, crewMemberId].filter((id) => id !== null);
  return people.length === 0 ? [NOBODY] : people;
}
