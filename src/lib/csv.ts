import { stringify } from "csv-stringify/browser/esm/sync";
import { downloadFile } from "./download-file.ts";

/** A text from a user, or a number of the product. Only a text can be mistaken for a formula. */
type CsvCell = string | number;

/**
 * Lines of cells as CSV: every cell quoted, each line ended by a line feed. Text that a spreadsheet would run as a
 * formula begins with an apostrophe.
 */
export function toCsv(lines: readonly (readonly CsvCell[])[]): string {
  return stringify([...lines], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: "unix",
    escape_formulas: true,
  });
}

/** Downloads CSV lines as a file with this name, in UTF-8 without a byte order mark. */
export function downloadCsv(fileName: string, lines: readonly (readonly CsvCell[])[]): void {
  downloadFile(fileName, new Blob([toCsv(lines)], { type: "text/csv;charset=utf-8" }));
}
