/** The first part of a date such as "3/5/2026". */
export type DateOrder = "month" | "day";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const ymd = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/;
const numbers = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})\.?$/;
const named =
  /^(?:(\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+)?(\p{L}{3,9})\.?[\s,-]+(?:(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+)?(\d{4}|\d{2})$/iu;

/** The day from which spreadsheets count: number 61 is March 1, 1900. */
const serialStart = Date.UTC(1899, 11, 30);
/** The serial numbers that count as dates, those of the years 1990 to 2099. */
const serials = { first: 32_874, last: 73_050 };

/** The day of a cell as "YYYY-MM-DD"; null for an empty cell, undefined for a text that is not a date. */
export function dayOfCell(cell: string, order: DateOrder): string | null | undefined {
  const text = withoutTime(cell);
  if (text === "") return null;
  const iso = ymd.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const found = numbers.exec(text);
  if (found) {
    const [, a, separator, b, year] = found;
    const isDayFirst = separator === "." || (order === "day" ? Number(b) <= 12 : Number(a) > 12);
    return isDayFirst ? dayOf(year, b, a) : dayOf(year, a, b);
  }
  const words = named.exec(text);
  if (words) {
    const month = MONTHS.indexOf((words[2] ?? "").slice(0, 3).toLowerCase()) + 1;
    const isOne = (words[1] === undefined) !== (words[3] === undefined);
    return month > 0 && isOne ? dayOf(words[4], String(month), words[1] ?? words[3]) : undefined;
  }
  return isSerial(text)
    ? new Date(serialStart + Number(text) * 86_400_000).toISOString().slice(0, 10)
    : undefined;
}

/**
 * The order of day and month in a column's dates; "either" when both orders fit, null when no date depends on the
 * order.
 */
export function orderOfCells(cells: readonly string[]): DateOrder | "either" | null {
  let isEither = false;
  for (const cell of cells) {
    const [, a, separator, b] = numbers.exec(withoutTime(cell)) ?? [];
    if (a === undefined || separator === ".") continue;
    if (Number(a) > 12) return "day";
    if (Number(b) > 12) return "month";
    if (Number(a) !== Number(b)) isEither = true;
  }
  return isEither ? "either" : null;
}

/** True for the serial number of a spreadsheet, which the spreadsheet shows as a date. */
function isSerial(text: string): boolean {
  return (
    /^\d{5}(\.\d+)?$/.test(text) && Number(text) >= serials.first && Number(text) < serials.last
  );
}

/** The order of day and month in dates of this language. */
export function orderOfLanguage(language: string): DateOrder {
  const parts = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "numeric",
  }).formatToParts();
  const places = parts.map(({ type }) => type);
  return places.indexOf("day") < places.indexOf("month") ? "day" : "month";
}

/** The length up to which a text is searched for a time; a longer text is no date, and the search would be slow. */
const longestDate = 100;

function withoutTime(cell: string): string {
  const text = cell.trim();
  return text.length > longestDate
    ? text
    : text.replace(
        /[T\s]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i,
        "",
      );
}

function dayOf(year = "", month = "", day = ""): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const text = `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
