import { unitNameMatches } from "../../../lib/units/unit-names.ts";
import { categoryOf } from "./board-columns.ts";
import { type BoardSearch, NOBODY, type StatusFilter } from "./board-search.ts";
import type { BoardRow, BoardTask } from "./board-types.ts";

/** The filters of a board, as the search parameters hold them. */
export type BoardFilter = Pick<
  BoardSearch,
  "q" | "risk" | "status" | "category" | "who" | "blocked"
> & {
  /**
   * True for a board of many projects, whose names are searched too. On the board of one project its name would match
   * every unit.
   */
  byProject: boolean;
};

/** The search parameters of the filters. The button that shows all units again removes them from the address. */
export const FILTERS = ["q", "risk", "status", "category", "who", "blocked"] as const;

type Part = (typeof FILTERS)[number];

const isOpen = (task: BoardTask) => task.baseStatus !== "completed";

/** True for a unit that is blocked itself or has a blocked open task. */
export function isBlocked({ unit }: BoardRow): boolean {
  return unit.waitingFor !== null;
}

type Test<P extends Part> = (row: BoardRow, wanted: BoardFilter[P], byProject: boolean) => boolean;
type Tests = { [P in Part]: Test<P> };

/** The test of each filter; an unset filter passes every row. */
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

/** The number of units that each option of each filter would show, with the other filters applied. */
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

/** The rows that pass all other filters, for each filter: a row that fails one filter only counts for that filter. */
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

/** The number of rows for each option; a row counts once for each of its options. */
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

/** The filter options that the open tasks of a row match, each once. */
interface OpenWork {
  categories: ReadonlySet<string>;
  people: ReadonlySet<string>;
}

const openWorkByRow = new WeakMap<BoardRow, OpenWork>();

/**
 * The open work of a row, cached by row object: a changed task replaces one row, and the other rows need no new look.
 */
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
  return test(row, filter[part], filter.byProject);
}

function hasStatus(status: string, wanted: StatusFilter | undefined): boolean {
  if (wanted === undefined) return status !== "completed";
  return wanted === "any" || status === wanted;
}

function peopleOf({ assignedToId, crewMemberId }: BoardTask): string[] {
  const people = [assignedToId, crewMemberId].filter((id) => id !== null);
  return people.length === 0 ? [NOBODY] : people;
}
