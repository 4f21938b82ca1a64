import { whenUsed } from "./when-used.ts";

// One that is made once compares many times as fast as localeCompare.
const collator = whenUsed(
  () => new Intl.Collator(undefined, { sensitivity: "base", numeric: true }),
);

/** Negative when `a` comes first in the order of the browser's own language; the numbers in texts compare as numbers. */
export function compareTexts(a: string, b: string): number {
  return collator().compare(a, b);
}
