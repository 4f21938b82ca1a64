/** One row of the result, with the floor of the same run. */
export type Row = {
  name: string;
  unit: "ms" | "/s" | "MB";
  host: number;
  floor?: number;
  /** The floor's name, when it is not the floor server. */
  floorName?: string;
};

/** Prints the rows; a ratio to the floor can be compared between machines, an absolute figure cannot. */
export function printTable(rows: Row[], baseline: Record<string, number>): void {
  const lines = rows.map((row) => [
    row.name,
    `${format(row.host)} ${row.unit}`,
    row.floor === undefined ? "" : `${format(row.floor)} ${row.unit}`,
    row.floor === undefined ? "" : `${format(row.host / row.floor)} x`,
    compare(row, baseline[row.name]),
  ]);
  printColumns([["what", "host", "floor", "ratio", "baseline"], ...lines]);
}

/** Prints a table of text cells; the first column is left-aligned. */
export function printColumns(lines: readonly string[][]): void {
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  );
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    );
    process.stdout.write(`${cells.join("  ")}\n`);
  }
}

/** The figure of a row in the baseline: the ratio to its floor, or the figure itself where there is no floor. */
export function toBaseline(rows: Row[]): Record<string, number> {
  return Object.fromEntries(rows.map((row) => [row.name, round(toFigure(row))]));
}

function compare(row: Row, before: number | undefined): string {
  if (before === undefined) return "new";
  return `${format(before)}${row.floor === undefined ? ` ${row.unit}` : " x"}`;
}

const toFigure = (row: Row) => (row.floor === undefined ? row.host : row.host / row.floor);
const round = (value: number) => Math.round(value * 100) / 100;
const format = (value: number) => value.toFixed(value >= 100 ? 0 : 2);
