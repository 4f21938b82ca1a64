import { whenUsed } from "./when-used.ts";

// A reused collator compares many times faster than localeCompare.
const collator = whenUsed(
  () => new Intl.Collator(undefined, { sensitivity: "base", numeric: true }),
);

/**
 * Negative when `a` comes first in the order of the browser's own language; the numbers in texts compare as numbers.
 */
export function compareTexts(a: string, b: string): number {
  return collator().compare(a, b);
}
