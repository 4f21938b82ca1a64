import type { Cost } from "./cost.ts";

/**
 * The Professional plan by the page "Limits" of the Convex documentation, as it was in the repository convex-backend on
 * 2026-08-22: US regions, without the fee for developers, storage and files.
 */
const professional = {
  calls: { included: 25e6, unit: 1e6, dollars: 2 },
  databaseBytes: { included: 50e9, unit: 1e9, dollars: 0.2 },
};

/** The most that one query may read, by the same page. */
export const mostRead = { documents: 32_000, bytes: 16 * 1024 * 1024 };

/** Dollars for the function calls and the database traffic of a month. */
export function dollarsOf({ calls, read, written }: Cost): { calls: number; database: number } {
  const of = (used: number, { included, unit, dollars }: typeof professional.calls) =>
    (Math.max(0, used - included) / unit) * dollars;
  const { databaseBytes } = professional;
  return { calls: of(calls, professional.calls), database: of(read + written, databaseBytes) };
}
