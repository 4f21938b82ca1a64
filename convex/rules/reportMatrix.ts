import type { TaskStatus } from "./labels.ts";
import {
  comparePlaces,
  type DetailsPart,
  type ReportBlock,
  type TaskDetailsReport,
  type UnitOfReport,
} from "./reports.ts";

/** The task details report of these parts: units in the order of the other report, tasks by lowest sort order, then name. */
export function toTaskDetails(parts: readonly DetailsPart[]): TaskDetailsReport {
  const inOrder = [...parts].sort((a, b) => comparePlaces(a.place, b.place));
  const labels = unitLabels(inOrder);
  const rowByName = new Map<string, MatrixRow>();
  for (const [index, { tasks }] of inOrder.entries()) {
    for (const task of tasks) {
      const row: MatrixRow = rowByName.get(task.name) ?? {
        sortOrder: task.sortOrder,
        cells: new Map(),
      };
      row.sortOrder = Math.min(row.sortOrder, task.sortOrder);
      const label = labels[index] ?? "";
      const shown = row.cells.get(label);
      row.cells.set(label, shown === undefined ? task : bothIn(shown, task));
      rowByName.set(task.name, row);
    }
  }
  const rows = [...rowByName].sort(
    ([aName, a], [bName, b]) => a.sortOrder - b.sortOrder || (aName < bName ? -1 : 1),
  );
  return { units: labels, tasks: rows.map(([taskName, row]) => toMatrixRow(taskName, row)) };
}

type MatrixTask = DetailsPart["tasks"][number];
type MatrixRow = { sortOrder: number; cells: Map<string, MatrixTask> };

/**
 * The rank of each status, most urgent first, so that an overdue task is never hidden by another one of the same name.
 */
export const advance: Readonly<Record<TaskStatus, number>> = {
  overdue: 0,
  not_started: 1,
  in_progress: 2,
  completed: 3,
};

/** Merges two tasks of one name in one cell: the less advanced task, with the older of the two blocks. */
function bothIn(shown: MatrixTask, other: MatrixTask): MatrixTask {
  const task = advance[other.status] < advance[shown.status] ? other : shown;
  return { ...task, block: olderOf(shown.block, other.block) };
}

function olderOf(a: ReportBlock | null, b: ReportBlock | null): ReportBlock | null {
  if (a === null || b === null) return a ?? b;
  return b.since < a.since ? b : a;
}

// `Object.fromEntries` makes own properties even of labels such as "__proto__".
function toMatrixRow(taskName: string, { cells }: MatrixRow): TaskDetailsReport["tasks"][number] {
  const statuses = [...cells].map(([label, { status }]) => [label, status] as const);
  const startDates = [...cells].flatMap(([label, { startDate }]) =>
    startDate === null ? [] : [[label, startDate] as const],
  );
  const blocks = [...cells].flatMap(([label, { block }]) =>
    block === null ? [] : [[label, block] as const],
  );
  return {
    taskName,
    statuses: Object.fromEntries(statuses),
    ...(startDates.length === 0 ? {} : { startDates: Object.fromEntries(startDates) }),
    ...(blocks.length === 0 ? {} : { blocks: Object.fromEntries(blocks) }),
  };
}

/**
 * Unique labels of the units in a report: the name; name and project for a repeated name; and a number when these
 * repeat too.
 */
export function unitLabels(
  units: readonly Pick<UnitOfReport, "unitNumber" | "projectName">[],
): string[] {
  const countByName = new Map<string, number>();
  for (const { unitNumber } of units) {
    countByName.set(unitNumber, (countByName.get(unitNumber) ?? 0) + 1);
  }
  const isUnique = (name: string) => countByName.get(name) === 1;
  const taken = new Set(units.map(({ unitNumber }) => unitNumber).filter(isUnique));
  const lastByLabel = new Map<string, number>();
  return units.map(({ unitNumber, projectName }) => {
    if (isUnique(unitNumber)) return unitNumber;
    const label = `${unitNumber} (${projectName})`;
    let number = (lastByLabel.get(label) ?? 0) + 1;
    while (taken.has(numbered(label, number))) number += 1;
    lastByLabel.set(label, number);
    taken.add(numbered(label, number));
    return numbered(label, number);
  });
}

function numbered(label: string, number: number): string {
  return number === 1 ? label : `${label} #${number}`;
}
