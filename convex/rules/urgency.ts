import { type Risk, risks } from "./labels.ts";

/** The part of a unit that its place among others is told from; `promisedDay` is the earlier of its dates. */
export type Urgency = {
  risk: Risk;
  promisedDay: number | null;
  daysVacant: number | null;
  name: string;
};

/** Units without a date stand last among their equals. */
const noDay = Number.MAX_SAFE_INTEGER;

let names: Intl.Collator | undefined;

/** Negative when `a` comes first; the numbers in names compare as numbers, so that "2" is before "10". */
export function compareNames(a: string, b: string): number {
  // Made when it is first used: it takes a browser as long as the rest of these rules.
  names ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return names.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** A name as indexes sort it: in plain order of these texts numbers compare as numbers, and case and accents do not count. */
export function sortableName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const numbered = plain.replaceAll(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=.)/, "");
    return String(number.length).padStart(3, "0") + number;
  });
  return [...numbered].slice(0, sortedLetters).join("");
}

/** Names that are alike in so many letters stand in the order in which they were entered. */
const sortedLetters = 60;

/** Negative when `a` is more urgent: by risk, then the earliest date, then the longest vacancy, then the name. */
export function compareUrgency(a: Urgency, b: Urgency): number {
  return (
    risks.indexOf(a.risk) - risks.indexOf(b.risk) ||
    (a.promisedDay ?? noDay) - (b.promisedDay ?? noDay) ||
    (b.daysVacant ?? -1) - (a.daysVacant ?? -1) ||
    compareNames(a.name, b.name)
  );
}
