import Papa from "papaparse";

/** The longest accepted text; a list of units is shorter. */
export const longestSheet = 4_000_000;

/** The cells of a pasted sheet, without empty lines. Quoted cells may contain line breaks. */
export function cellsOf(pasted: string): string[][] {
  const text = pasted.replaceAll("\0", "");
  const delimiter = delimiterOf(text);
  const quoted = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: "greedy" });
  const isBroken = quoted.errors.some(({ type }) => type === "Quotes");
  // An inch sign at the beginning of a cell is no quote: in that case no quote in the sheet counts.
  const rows = isBroken
    ? Papa.parse<string[]>(text, { delimiter, skipEmptyLines: "greedy", quoteChar: "\0" }).data
    : quoted.data;
  return rows.map((cells) => cells.map(tidied));
}

/** A cell as one line of text, without invisible characters and characters that reverse the reading direction. */
function tidied(cell: string): string {
  return cell
    .normalize("NFC")
    .replaceAll(unseen, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Zero-width spaces and direction marks. Joiners stay, because scripts and emoji need them. */
const unseen = /[\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{AD}]/gu;

function delimiterOf(text: string): string {
  if (text.includes("\t")) return "\t";
  const [first = ""] = text.split(/\r\n|\r|\n/, 1);
  return first.split(";").length > first.split(",").length ? ";" : ",";
}
