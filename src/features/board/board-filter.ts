import { unitNameMatches } from "../../lib/unit-names.ts";
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
  category: ({ tasks }, category) =>
    category === undefined || tasks.some((task) => isOpen(task) && categoryOf(task) === category),
  who: ({ tasks }, person) => person === undefined || tasks.some((task) => isOf(task, person)),
  blocked: (row, wanted) => wanted === undefined || isBlocked(row),
};

/** The rows that pass all filters. */
export function filterRows(rows: readonly BoardRow[], filter: BoardFilter): readonly BoardRow[] {
  return rows.filter((row) => FILTERS.every((part) => passes(part, row, filter)));
}

/** The number of units that each choice of each filter would show, under the other filters. */
export function countChoices(rows: readonly BoardRow[], filter: BoardFilter) {
  const under = (part: Part) =>
    rows.filter((row) => FILTERS.every((other) => other === part || passes(other, row, filter)));
  const byStatus = under("status");
  const statuses = countBy(byStatus, ({ unit }) => [unit.status]);
  return {
    risk: countBy(under("risk"), ({ unit }) => [unit.turn.risk]),
    status: new Map<string, number>([
      ...statuses,
      ["any", byStatus.length],
      ["open", byStatus.length - (statuses.get("completed") ?? 0)],
    ]),
    category: countBy(under("category"), openOf(categoriesOf)),
    who: countBy(under("who"), openOf(peopleOf)),
    blocked: under("blocked").filter(isBlocked).length,
  };
}

export type ChoiceCounts = ReturnType<typeof countChoices>;

/** Rows a choice; a row counts once for each of its choices. */
function countBy(
  rows: readonly BoardRow[],
  choicesOf: (row: BoardRow) => readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const choice of new Set(choicesOf(row))) counts.set(choice, (counts.get(choice) ?? 0) + 1);
  }
  return counts;
}

/** The choices of a row by what its open tasks say. */
function openOf(choicesOf: (task: BoardTask) => readonly string[]) {
  return ({ tasks }: BoardRow) => tasks.filter(isOpen).flatMap(choicesOf);
}

function categoriesOf(task: BoardTask): string[] {
  return [categoryOf(task)];
}

function passes<P extends Part>(part: P, row: BoardRow, filter: BoardFilter): boolean {
  const test: Test<P> = tests[part];
  return test(row, filter[part], filter.byProject === true);
}

function hasStatus(status: string, wanted: StatusFilter | undefined): boolean {
  if (wanted === undefined) return status !== "completed";
  return wanted === "any" || status === wanted;
}

function isOf(task: BoardTask, person: string): boolean {
  return isOpen(task) && peopleOf(task).includes(person);
}

function peopleOf({ assignedToId, crewMemberId }: BoardTask): string[] {
  const people = [assignedToId, crewMemberId].filter((id) => id !== null);
  return people.length === 0 ? [NOBODY] : people;
}
