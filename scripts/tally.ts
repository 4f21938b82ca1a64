import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod";
import type { StepResult } from "./run-steps.ts";

const count = z.number();
const totals = z.object({ passed: count, failed: count, skipped: count });

/** The counts of passed, failed and skipped tests. */
export type Tally = z.infer<typeof totals>;

/** A failed test as "file: name", with its message. */
export type Failure = { name: string; message: string };

/** The most lines of a message. A screen test prints the whole page; the reason is at the beginning. */
const longestMessage = 12;

/** The file in which `npm test` leaves its totals. */
export const totalsPath = ".cache/reports/totals.json";

const vitestReport = z.object({
  ...{ numPassedTests: count, numFailedTests: count },
  ...{ numPendingTests: count, numTodoTests: count },
});
const vitestFailed = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
});
const playwrightResult = z.object({
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
});
const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(z.object({ results: z.array(playwrightResult) })),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightFailed = z.object({ suites: z.array(playwrightSuite) });

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

/** The failed tests of a vitest JSON report; a file that failed before its first test is one failure. */
export function vitestFailures(path: string): Failure[] {
  const files = readReport(path, vitestFailed)?.testResults ?? [];
  return files.flatMap(({ name, status, message = "", assertionResults }) => {
    const file = relative(".", name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0) return status === "failed" ? [failure(file, [message])] : [];
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${file}: ${fullName}`, failureMessages ?? []),
    );
  });
}

/** The failed tests of a Playwright JSON report. */
export function playwrightFailures(path: string): Failure[] {
  return (readReport(path, playwrightFailed)?.suites ?? []).flatMap(failedSpecs);
}

function failedSpecs({ specs, suites }: z.infer<typeof playwrightSuite>): Failure[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) =>
        results.flatMap((result) => result.errors ?? []),
      );
      return failure(
        `${file}: ${title}`,
        errors.map(({ message = "" }) => message),
      );
    });
  return [...failed, ...(suites ?? []).flatMap(failedSpecs)];
}

function failure(name: string, messages: readonly string[]): Failure {
  return { name, message: stripVTControlCharacters(messages.join("\n")).trim() };
}

/** The lines that show failures: the name of each, then the beginning of its message. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ name, message }) => {
    const lines = message.split("\n").filter((line) => line.trim() !== "");
    return [name, ...lines.slice(0, longestMessage).map((line) => `  ${line}`)];
  });
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    skipped: tallies.reduce((sum, tally) => sum + tally.skipped, 0),
  };
}

/** Writes the totals of a run to a file, for the command that started it. */
export function writeTotals(tally: Tally): void {
  writeFileSync(totalsPath, JSON.stringify(tally));
}

/** The totals of the last run; null when it ended before it wrote them. */
export function readTotals(): Tally | null {
  return readReport(totalsPath, totals);
}

function withRun({ passed, failed, skipped }: Tally, runPassed: boolean): Tally {
  // A run that tested nothing has failed too.
  const broken = failed === 0 && (!runPassed || passed === 0);
  return { passed, failed: broken ? 1 : failed, skipped };
}

function readReport<T>(path: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(path)) return null;
  return schema.parse(JSON.parse(readFileSync(path, "utf8")));
}
