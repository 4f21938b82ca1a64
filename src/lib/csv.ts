import { stringify } from "csv-stringify/browser/esm/sync";

/** Text that people wrote, or a number of ours; only text can be mistaken for a formula. */
type CsvCell = string | number;

/**
 * Lines of cells as CSV: every cell quoted, each line ended by a line feed. Text that a spreadsheet would run as a formula
 * begins with an apostrophe.
 */
export function toCsv(lines: readonly (readonly CsvCell[])[]): string {
  return stringify([...lines], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: "unix",
    escape_formulas: true,
  });
}

/** Hands a CSV to the browser as a file of this name, in UTF-8 without a byte order mark. */
export function downloadCsv(fileName: string, lines: readonly (readonly CsvCell[])[]): void {
  const address = URL.createObjectURL(new Blob([toCsv(lines)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  // Firefox follows links in the document only.
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own hold on the file by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
