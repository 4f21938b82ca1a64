import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addTallies, playwrightTally, stepsTally, vitestTally } from "../../scripts/tally.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "turnboard-tally-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function reportOf(content: unknown): string {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test("passed and failed tests are counted as the reports say", () => {
  const unit = vitestTally(reportOf({ numPassedTests: 5, numFailedTests: 1 }), false);
  const browser = playwrightTally(
    reportOf({ stats: { expected: 3, unexpected: 1, flaky: 1 } }),
    false,
  );

  expect(unit).toEqual({ passed: 5, failed: 1 });
  expect(browser).toEqual({ passed: 3, failed: 2 });
});

test("a run that failed without a failed test counts as one failure", () => {
  expect(vitestTally(reportOf({ numPassedTests: 5, numFailedTests: 0 }), false).failed).toBe(1);
});

test("a run without a report or without a test has not passed", () => {
  expect(playwrightTally(join(folder, "missing.json"), true)).toEqual({ passed: 0, failed: 1 });
  expect(vitestTally(reportOf({ numPassedTests: 0, numFailedTests: 0 }), true).failed).toBe(1);
});

test("check steps and test runs add up", () => {
  const steps = stepsTally([
    { name: "lint", passed: true, seconds: 1, output: "" },
    { name: "types", passed: false, seconds: 1, output: "" },
  ]);

  expect(addTallies([steps, { passed: 7, failed: 0 }])).toEqual({ passed: 8, failed: 1 });
});
