import { type Risk, risks } from "./labels.ts";

/** The fields that decide a unit's position in the order of urgency; `promisedDay` is the earlier of its dates. */
export type Urgency = {
  risk: Risk;
  promisedDay: number | null;
  daysVacant: number | null;
  name: string;
};

/** The sort value of a unit without a date, which comes last among its equals. */
const noDay = Number.MAX_SAFE_INTEGER;

let names: Intl.Collator | undefined;

/**
 * Compares names: negative when `a` comes first. Numbers in names compare as numbers, so that "2" comes before "10".
 */
export function compareNames(a: string, b: string): number {
  // The collator is made on first use, because making it takes a browser as long as all other rules.
  names ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return names.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/**
 * The sort key of a name in an index: plain text order of these keys compares numbers as numbers and ignores case and
 * accents.
 */
export function sortableName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const numbered = plain.replaceAll(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=.)/, "");
    return String(number.length).padStart(3, "0") + number;
  });
  return [...numbered].slice(0, sortedLetters).join("");
}

/** The number of characters of a sort key. Names with equal keys keep their order of creation. */
const sortedLetters = 60;

/**
 * Compares units: negative when `a` is more urgent. The order is by risk, then earliest date, longest vacancy and name.
 */
export function compareUrgency(a: Urgency, b: Urgency): number {
  return (
    risks.indexOf(a.risk) - risks.indexOf(b.risk) ||
    (a.promisedDay ?? noDay) - (b.promisedDay ?? noDay) ||
    (b.daysVacant ?? -1) - (a.daysVacant ?? -1) ||
    compareNames(a.name, b.name)
  );
}
