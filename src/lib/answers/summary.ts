import { isGap, isStale, type Entry } from "./entry.ts";

/** A summary of all present reads. */
export interface Summary {
  /** True while a read fails that the page can do without, or whose last answer it shows. */
  isStale: boolean;
  /** True while a read has no answer, neither live nor kept. */
  hasGaps: boolean;
  /** The time in ms of the oldest shown answer of an earlier visit; null without any. */
  asOf: number | null;
}

export const nothingRead: Summary = { isStale: false, hasGaps: false, asOf: null };

/** The summary of the reads that have a listener. */
export function summaryOf(entries: Iterable<Entry>): Summary {
  const read = [...entries].filter(({ listeners }) => listeners.size > 0);
  return {
    isStale: read.some(isStale),
    hasGaps: read.some(isGap),
    asOf: read.reduce<number | null>((oldest, { asOf }) => earlier(oldest, asOf), null),
  };
}

export const isSameSummary = (a: Summary, b: Summary) =>
  a.isStale === b.isStale && a.hasGaps === b.hasGaps && a.asOf === b.asOf;

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
