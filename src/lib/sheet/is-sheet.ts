import { meaningOfHead } from "./columns.ts";

/** True for a pasted text that has columns: cells between tabs, or a first line of several known heads. */
export function isSheet(text: string): boolean {
  if (text.replaceAll(/^\t+|\t+$/gm, "").includes("\t")) return true;
  const [first = ""] = text.split(/\r\n|\r|\n/, 1);
  const heads = first.split(/[,;]/).filter((cell) => meaningOfHead(cell.trim()) !== undefined);
  return heads.length > 1;
}
