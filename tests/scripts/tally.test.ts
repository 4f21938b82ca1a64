import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  addTallies,
  playwrightFailed,
  playwrightTally,
  stepsTally,
  vitestFailed,
  vitestTally,
} from "../../scripts/tally.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "turnboard-tally-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const unit = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

function reportOf(content: unknown): string {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test("passed and failed tests are counted as the reports say", () => {
  const units = vitestTally(reportOf({ ...unit, numFailedTests: 1, numPendingTests: 2 }), false);
  const browser = playwrightTally(
    reportOf({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 } }),
    false,
  );

  expect(units).toEqual({ passed: 5, failed: 1, skipped: 2 });
  expect(browser).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test("a run that failed without a failed test counts as one failure", () => {
  expect(vitestTally(reportOf(unit), false).failed).toBe(1);
});

test("a run without a report or without a test has not passed", () => {
  expect(playwrightTally(join(folder, "missing.json"), true)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
  expect(vitestTally(reportOf({ ...unit, numPassedTests: 0 }), true).failed).toBe(1);
});

test("check steps and test runs add up", () => {
  const steps = stepsTally([
    { name: "lint", passed: true, seconds: 1, output: "" },
    { name: "types", passed: false, seconds: 1, output: "" },
  ]);

  expect(addTallies([steps, { passed: 7, failed: 0, skipped: 2 }])).toEqual({
    passed: 8,
    failed: 1,
    skipped: 2,
  });
});

test("the failed tests of a report are named, also a file that broke before its tests", () => {
  const test = (fullName: string, status: string) => ({ fullName, status });
  const units = reportOf({
    testResults: [
      {
        name: resolve("tests/a.test.ts"),
        status: "failed",
        assertionResults: [test("adds", "passed"), test("subtracts", "failed")],
      },
      { name: resolve("tests/b.test.ts"), status: "failed", assertionResults: [] },
      { name: resolve("tests/c.test.ts"), status: "passed", assertionResults: [] },
    ],
  });
  expect(vitestFailed(units)).toEqual(["tests/a.test.ts: subtracts", "tests/b.test.ts"]);

  const spec = (title: string, ok: boolean) => ({ file: "d.spec.ts", title, ok });
  const browser = reportOf({
    suites: [{ specs: [spec("opens", false)], suites: [{ specs: [spec("shuts", true)] }] }],
  });
  expect(playwrightFailed(browser)).toEqual(["d.spec.ts: opens"]);
  expect(vitestFailed(join(folder, "missing.json"))).toEqual([]);
});
