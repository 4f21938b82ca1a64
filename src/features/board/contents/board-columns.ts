import { compareNames } from "../../../../convex/rules/urgency.ts";
import type { BoardRow, BoardTask } from "./board-types.ts";

/** The columns with facts of the unit itself. */
export const INFO_COLUMNS = [
  { key: "name", label: "Unit", width: 176 },
  { key: "risk", label: "Risk", width: 100 },
  { key: "vacant", label: "Vacant", width: 64 },
  { key: "ready", label: "Ready by", width: 82 },
  { key: "movein", label: "Move-in", width: 70 },
  { key: "progress", label: "Done", width: 60 },
  { key: "blocked", label: "Waits for", width: 100 },
  { key: "who", label: "Who", width: 112 },
] as const;

export type InfoKey = (typeof INFO_COLUMNS)[number]["key"];

export type BoardColumn = { key: string; label: string; width: number } & (
  | { kind: "info"; info: InfoKey }
  | { kind: "task"; category: string }
  | { kind: "folded"; category: string }
);

/** Neighbouring columns of one category. The columns of the unit itself have the category null. */
export interface ColumnGroup {
  category: string | null;
  isFolded: boolean;
  columns: readonly BoardColumn[];
}

/** A task of the master list. Tasks keep the order of that list. */
export type MasterTask = { name: string; category: string | null };

/** The smallest width that a finger can hit, in px. */
const TASK_PX = 44;
const FOLDED_PX = 52;
const UNCATEGORISED = "Other";

/** The name of a task's category. */
export function categoryOf({ category }: { category: string | null }): string {
  return category?.trim() || UNCATEGORISED;
}

/** The keys of columns, as the address names them. */
export const taskKey = (name: string) => `task:${name}`;
export const foldedKey = (category: string) => `category:${category}`;

/**
 * The columns of a board: those of the unit, then one for each task name, by category and in the order of the master
 * list. Names that are no longer on the list come last in their category.
 */
export function columnGroups(
  rows: readonly BoardRow[],
  masterList: readonly MasterTask[],
  options: { folded: ReadonlySet<string>; category: string | undefined },
): ColumnGroup[] {
  const info: ColumnGroup = {
    category: null,
    isFolded: false,
    columns: INFO_COLUMNS.map((column) => ({ ...column, kind: "info", info: column.key })),
  };
  const namesByCategory = groupNames(rows, masterList);
  const shown = [...namesByCategory].filter(
    ([category]) => options.category === undefined || options.category === category,
  );
  return [
    info,
    ...shown.map(([category, names]): ColumnGroup => {
      const isFolded = options.folded.has(category);
      const columns = isFolded ? [foldedColumn(category)] : names.map(taskColumn(category));
      return { category, isFolded, columns };
    }),
  ];
}

/**
 * The categories that start folded when not all columns of a board fit. They are those before the first one in which
 * the most urgent units have open work, because their columns would show finished work only.
 */
export function finishedFirst(
  rows: readonly BoardRow[],
  masterList: readonly MasterTask[],
  room: number,
): string[] {
  const groups = columnGroups(rows, masterList, { folded: new Set(), category: undefined });
  if (widthOf(groups) <= room) return [];
  const urgent = rows.filter(
    ({ unit: { turn } }) => turn.risk === "late" || turn.risk === "at_risk",
  );
  const begun = rows.filter(({ unit }) => unit.status === "in_progress");
  const open = (urgent.length > 0 ? urgent : begun)
    .flatMap(({ tasks }) => tasks)
    .filter(({ baseStatus }) => baseStatus !== "completed");
  const atWork = new Set(open.map(categoryOf));
  const categories = groups.flatMap(({ category }) => category ?? []);
  return categories.slice(
    0,
    Math.max(
      0,
      categories.findIndex((each) => atWork.has(each)),
    ),
  );
}

/** The total width of the columns in px. */
export function widthOf(groups: readonly ColumnGroup[]): number {
  const widths = groups.flatMap(({ columns }) => columns.map(({ width }) => width));
  return widths.reduce((sum, width) => sum + width, 0);
}

/**
 * The rank of a state in a cell and in a column. A state that needs attention is never hidden behind one that does not.
 */
const RANK = { overdue: 0, not_started: 1, in_progress: 2, completed: 3 } as const;

/** The tasks of a unit by name. Of several tasks with one name, it keeps the one that most needs attention. */
export function tasksByName(tasks: readonly BoardTask[]): ReadonlyMap<string, BoardTask> {
  const taskByName = new Map<string, BoardTask>();
  for (const task of tasks) {
    const shown = taskByName.get(task.name);
    if (!shown || RANK[task.status] < RANK[shown.status]) taskByName.set(task.name, task);
  }
  return taskByName;
}

/** The rank of a task in a sorted column; null for a unit without the task. */
export function rankOf(task: BoardTask | undefined): number | null {
  return task === undefined ? null : RANK[task.status];
}

/** The numbers that a folded category shows for a unit. */
export interface CategoryCounts {
  done: number;
  total: number;
  overdue: number;
  blocked: number;
}

/** The numbers of tasks of a category: completed, overdue, blocked and all. */
export function countsOf(tasks: readonly BoardTask[], category: string): CategoryCounts {
  const counts = { done: 0, total: 0, overdue: 0, blocked: 0 };
  for (const task of tasks) {
    if (categoryOf(task) !== category) continue;
    counts.total += 1;
    if (task.baseStatus === "completed") counts.done += 1;
    if (task.status === "overdue") counts.overdue += 1;
    if (task.blockedReason !== null) counts.blocked += 1;
  }
  return counts;
}

function groupNames(
  rows: readonly BoardRow[],
  masterList: readonly MasterTask[],
): Map<string, string[]> {
  const categoryByName = new Map<string, string>();
  // Most units have the same tasks, so each set of names is read once.
  const told = new Set<string>();
  for (const row of rows) {
    const kinds = kindsOf(row);
    if (told.has(kinds)) continue;
    told.add(kinds);
    for (const task of row.tasks) {
      if (!categoryByName.has(task.name)) categoryByName.set(task.name, categoryOf(task));
    }
  }
  const listed = masterList.map(({ name }) => name).filter((name) => categoryByName.has(name));
  const others = [...categoryByName.keys()].filter((name) => !listed.includes(name));
  const grouped = new Map<string, string[]>();
  for (const name of [...new Set(listed), ...others.sort(compareNames)]) {
    const category = categoryByName.get(name) ?? UNCATEGORISED;
    const names = grouped.get(category);
    if (names) names.push(name);
    else grouped.set(category, [name]);
  }
  const uncategorised = grouped.get(UNCATEGORISED);
  if (uncategorised && grouped.delete(UNCATEGORISED)) grouped.set(UNCATEGORISED, uncategorised);
  return grouped;
}

const kindsByRow = new WeakMap<BoardRow, string>();

/** The names and categories of a row's tasks as a text, cached for the row. */
export function kindsOf(row: BoardRow): string {
  const known = kindsByRow.get(row);
  if (known !== undefined) return known;
  const kinds = JSON.stringify(row.tasks.map((task) => [task.name, task.category]));
  kindsByRow.set(row, kinds);
  return kinds;
}

function taskColumn(category: string) {
  return (name: string): BoardColumn => ({
    ...{ kind: "task", key: taskKey(name), label: name, width: TASK_PX, category },
  });
}

function foldedColumn(category: string): BoardColumn {
  return {
    ...{ kind: "folded", key: foldedKey(category), label: category, width: FOLDED_PX, category },
  };
}
