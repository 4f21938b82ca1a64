/** The row keys of the two rows above the units, which have no id. */
export const CATEGORY_ROW = "#categories";
export const HEAD_ROW = "#heads";

/** The cell of a grid that has the focus, or gets it on Tab. */
export interface Cursor {
  row: string;
  column: string;
}

/** True for a cell of the two rows above the units. */
export function isHead({ row }: Cursor): boolean {
  return row === CATEGORY_ROW || row === HEAD_ROW;
}

export function isSameCell(a: Cursor, b: Cursor): boolean {
  return a.row === b.row && a.column === b.column;
}

/** The cells of a grid, as the keys of its rows and columns. */
export interface GridShape {
  rows: readonly string[];
  columns: readonly string[];
  /** The number of rows that Page Up and Page Down move by. */
  pageRows: number;
}

type Step = (place: Place, shape: GridShape) => [number, number];

const last = (list: readonly unknown[]) => list.length - 1;

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row, column }) => [row - 1, column],
  ArrowDown: ({ row, column }) => [row + 1, column],
  ArrowLeft: ({ row, column }) => [row, column - 1],
  ArrowRight: ({ row, column }) => [row, column + 1],
  PageUp: ({ row, column }, { pageRows }) => [row - pageRows, column],
  PageDown: ({ row, column }, { pageRows }) => [row + pageRows, column],
  Home: ({ row }) => [row, 0],
  End: ({ row }, { columns }) => [row, last(columns)],
  "Control Home": () => [0, 0],
  "Control End": (_, { rows, columns }) => [last(rows), last(columns)],
};

/** The cell that a key leads to, from the cell that has the focus; null for other keys. */
export function cursorAfter(
  cursor: Cursor,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">,
  shape: GridShape,
): Cursor | null {
  const step = steps[ctrlKey || metaKey ? `Control ${key}` : key];
  if (step === undefined) return null;
  const [row, column] = step(placeOf(cursor, shape), shape);
  return {
    row: shape.rows[clamp(row, last(shape.rows))] ?? cursor.row,
    column: shape.columns[clamp(column, last(shape.columns))] ?? cursor.column,
  };
}

/** An index of a row and one of a column. The cursor begins at the name of the first unit. */
export type Place = { row: number; column: number };
export const BEGINNING: Place = { row: 2, column: 0 };

/**
 * The cursor, if its cell still exists. Otherwise the cell that took its place, such as a folded category in place of
 * its tasks.
 */
export function validCursor(cursor: Cursor, { rows, columns }: GridShape, place: Place): Cursor {
  const row = rows[clamp(place.row, last(rows))] ?? HEAD_ROW;
  const column = columns[clamp(place.column, last(columns))] ?? "";
  return {
    row: rows.includes(cursor.row) ? cursor.row : row,
    column: columns.includes(cursor.column) ? cursor.column : column,
  };
}

/** The place of a cell of the grid. */
export function placeOf({ row, column }: Cursor, { rows, columns }: GridShape): Place {
  return { row: Math.max(0, rows.indexOf(row)), column: Math.max(0, columns.indexOf(column)) };
}

function clamp(index: number, max: number): number {
  return Math.max(0, Math.min(index, max));
}
