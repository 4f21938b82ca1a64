import { meaningOfHead } from "./columns.ts";

/** The pattern visits each run of tabs once, however long it is. */
const betweenCells = /[^\t\r\n]\t+[^\t\r\n]/;

/** True for a pasted text with columns: cells separated by tabs, or a first line with several known heads. */
export function isSheet(text: string): boolean {
  if (betweenCells.test(text)) return true;
  const [first = ""] = text.split(/\r\n|\r|\n/, 1);
  const heads = first.split(/[,;]/).filter((cell) => meaningOfHead(cell.trim()) !== undefined);
  return heads.length > 1;
}
