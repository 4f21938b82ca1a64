import { kindsOf } from "./board-columns.ts";
import type { BoardRow } from "./board-types.ts";

/**
 * The rows with each task in the category of its column. A column has one task name, but tasks of that name differ in
 * their category after an edit of the master list; the oldest row decides. Unchanged rows stay the same objects.
 */
export function fileByName(rows: readonly BoardRow[]): readonly BoardRow[] {
  const categoryByName = new Map<string, string | null>();
  const told = new Set<string>();
  let differs = false;
  for (const row of rows) {
    const kinds = kindsOf(row);
    if (told.has(kinds)) continue;
    told.add(kinds);
    for (const { name, category } of row.tasks) {
      const known = categoryByName.get(name);
      if (known === undefined) categoryByName.set(name, category);
      else if (known !== category) differs = true;
    }
  }
  return differs ? rows.map((row) => filed(row, categoryByName)) : rows;
}

const filedByRow = new WeakMap<BoardRow, BoardRow>();

/** The row with these categories. The same row gives the same object, so that an unchanged row does not render again. */
function filed(row: BoardRow, categoryByName: ReadonlyMap<string, string | null>): BoardRow {
  const known = filedByRow.get(row) ?? row;
  const isFiled = ({ name, category }: BoardRow["tasks"][number]) =>
    category === categoryByName.get(name);
  if (known.tasks.every(isFiled)) return known;
  const tasks = row.tasks.map((task) => ({
    ...task,
    category: categoryByName.get(task.name) ?? null,
  }));
  const next = { ...row, tasks };
  filedByRow.set(row, next);
  return next;
}
