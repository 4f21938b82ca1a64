/** The amount of a cell in dollars; null for an empty cell, undefined for a text that is not an amount. */
export function amountOfCell(cell: string): number | null | undefined {
  const text = cell.trim();
  if (text === "") return null;
  const isNegative = /^\(.*\)$/.test(text) || /^\p{Sc}?\s*[-−]/u.test(text);
  const digits = text.replaceAll(/[\s'’()−-]|\p{Sc}|usd|eur|cad|\/?\s*(mo|month|monat)\.?$/giu, "");
  const amount = plainNumber(digits);
  return amount === undefined ? undefined : isNegative ? -amount : amount;
}

function plainNumber(text: string): number | undefined {
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) return undefined;
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last < 0) return Number(text);
  const mark = text.charAt(last);
  const other = mark === "." ? "," : ".";
  const whole = text.slice(0, last);
  const rest = text.slice(last + 1);
  const isOnly = !whole.includes(mark) && !text.includes(other);
  // The last mark separates the cents, unless it is the only kind of mark and separates groups of three digits.
  if (whole.includes(mark) || (isOnly && rest.length === 3)) return grouped(text, mark);
  const thousands = whole.includes(other) ? grouped(whole, other) : Number(whole);
  return thousands === undefined || !/^\d*$/.test(rest)
    ? undefined
    : Number(`${thousands}.${rest}`);
}

function grouped(text: string, mark: string): number | undefined {
  const groups = text.split(mark);
  const isGrouped = groups.every((group, at) =>
    at === 0 ? /^\d{1,3}$/.test(group) : /^\d{3}$/.test(group),
  );
  return isGrouped ? Number(groups.join("")) : undefined;
}
