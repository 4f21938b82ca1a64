import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import * as z from "zod";
import type { StepResult } from "./run-steps.ts";

const count = z.number();
const totals = z.object({ passed: count, failed: count, skipped: count });

/** The numbers of something that passed, failed and were not run. */
export type Tally = z.infer<typeof totals>;

/** The file in which `npm test` leaves its totals. */
export const totalsPath = ".cache/reports/totals.json";

const vitestReport = z.object({
  ...{ numPassedTests: count, numFailedTests: count },
  ...{ numPendingTests: count, numTodoTests: count },
});
const vitestFailures = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
});
const playwrightSuite = z.object({
  specs: z.array(z.object({ file: z.string(), title: z.string(), ok: z.boolean() })),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightFailures = z.object({ suites: z.array(playwrightSuite) });

export function stepsTally(results: readonly StepResult[]): Tally {
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

/** Counts a vitest JSON report; a run that failed without a failed test counts as one failure. */
export function vitestTally(path: string, runPassed: boolean): Tally {
  const report = readReport(path, vitestReport);
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report ?? {};
  return withRun({ passed, failed, skipped }, runPassed);
}

/** Counts a Playwright JSON report; a test that passed only when repeated has failed. */
export function playwrightTally(path: string, runPassed: boolean): Tally {
  const stats = readReport(path, playwrightReport)?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return withRun({ passed: stats?.expected ?? 0, failed, skipped: stats?.skipped ?? 0 }, runPassed);
}

/** The failed tests of a vitest JSON report as "file: name"; a file that broke before its tests stands alone. */
export function vitestFailed(path: string): string[] {
  const files = readReport(path, vitestFailures)?.testResults ?? [];
  return files.flatMap(({ name, status, assertionResults }) => {
    const file = relative(".", name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`);
    return status === "failed" ? [file] : [];
  });
}

/** The failed tests of a Playwright JSON report as "file: name". */
export function playwrightFailed(path: string): string[] {
  return (readReport(path, playwrightFailures)?.suites ?? []).flatMap(failedSpecs);
}

function failedSpecs({ specs, suites }: z.infer<typeof playwrightSuite>): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`);
  return [...failed, ...(suites ?? []).flatMap(failedSpecs)];
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    skipped: tallies.reduce((sum, tally) => sum + tally.skipped, 0),
  };
}

/** Leaves the totals of a run for the command that started it. */
export function writeTotals(tally: Tally): void {
  writeFileSync(totalsPath, JSON.stringify(tally));
}

/** The totals of the last run; null when it did not come so far. */
export function readTotals(): Tally | null {
  return readReport(totalsPath, totals);
}

function withRun({ passed, failed, skipped }: Tally, runPassed: boolean): Tally {
  // Also a run that tested nothing has not passed.
  const broken = failed === 0 && (!runPassed || passed === 0);
  return { passed, failed: broken ? 1 : failed, skipped };
}

function readReport<T>(path: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(path)) return null;
  return schema.parse(JSON.parse(readFileSync(path, "utf8")));
}
