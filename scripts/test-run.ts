import { mkdirSync, rmSync } from "node:fs";
import { makeTestFolder } from "./test-folder.ts";
import { runLoudly, type StepResult } from "./run-steps.ts";
import {
  addTallies,
  type Failure,
  failureLines,
  playwrightFailures,
  playwrightTally,
  stepsTally,
  type Tally,
  vitestFailures,
  writeTotals,
} from "./tally.ts";

const reports = ".cache/reports";
export const unitReport = `${reports}/vitest.json`;
export const besideReport = `${reports}/vitest-beside.json`;
const playwrightReport = `${reports}/playwright.json`;

/** Removes the reports of earlier runs, and makes a folder for temporary files that ends with this process. */
export function beginRun(): void {
  const folder = makeTestFolder();
  // Node and the browser read the place of temporary files from this variable.
  process.env["TMPDIR"] = folder.path;
  process.on("exit", folder.remove);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
}

/** A command that runs vitest and leaves its results in a report. */
export function vitest(args: readonly string[], report: string): [string, ...string[]] {
  return ["vitest", "run", ...args, "--reporter=json", `--outputFile.json=${report}`];
}

/** Runs the browser tests of Playwright's projects; without a browser they have failed. */
export async function runBrowserTests(
  browser: string | null,
  projects: readonly string[],
): Promise<Tally> {
  const passed =
    browser !== null &&
    (await runLoudly(
      [
        "playwright",
        "test",
        "--reporter=list,json",
        ...projects.map((name) => `--project=${name}`),
      ],
      { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    ));
  return playwrightTally(playwrightReport, passed);
}

/** Prints what failed and the totals of a run, keeps these in a file, and sets the exit code. */
export function endRun(steps: readonly StepResult[], tests: readonly Tally[]): void {
  const totals = addTallies([stepsTally(steps), ...tests]);
  const { passed, failed, skipped } = totals;
  writeTotals(totals);
  // The failures come last, because some readers keep only the end of the output.
  const told = [
    ...steps.filter((step) => !step.passed).map(({ name }) => name),
    ...failureLines(testFailures()),
  ];
  if (told.length > 0) console.log(`\nFailed:\n${told.map((line) => `  ${line}`).join("\n")}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function testFailures(): Failure[] {
  return [
    ...playwrightFailures(playwrightReport),
    ...[besideReport, unitReport].flatMap(vitestFailures),
  ];
}
