import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import type { StepResult } from "./run-steps.ts";

/** How many of something passed and failed. */
export type Tally = { passed: number; failed: number };

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

export function stepsTally(results: readonly StepResult[]): Tally {
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed };
}

/** Counts a vitest JSON report; a run that failed without a failed test counts as one failure. */
export function vitestTally(path: string, runPassed: boolean): Tally {
  const report = readReport(path, vitestReport);
  const tally = { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
  return withRun(tally, runPassed);
}

/** Counts a Playwright JSON report; a test that passed only when repeated has failed. */
export function playwrightTally(path: string, runPassed: boolean): Tally {
  const stats = readReport(path, playwrightReport)?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return withRun({ passed: stats?.expected ?? 0, failed }, runPassed);
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  };
}

function withRun({ passed, failed }: Tally, runPassed: boolean): Tally {
  // Also a run that tested nothing has not passed.
  const broken = failed === 0 && (!runPassed || passed === 0);
  return { passed, failed: broken ? 1 : failed };
}

function readReport<T>(path: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(path)) return null;
  return schema.parse(JSON.parse(readFileSync(path, "utf8")));
}
