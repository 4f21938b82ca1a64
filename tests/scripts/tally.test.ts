import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  addTallies,
  failureLines,
  playwrightFailures,
  playwrightTally,
  stepsTally,
  vitestFailures,
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

test("the failed tests of a report are named with their messages, also a file that broke before its tests", () => {
  const subtracts = {
    fullName: "subtracts",
    status: "failed",
    failureMessages: ["AssertionError: \u001b[31mexpected 3 to be 2\u001b[39m"],
  };
  const units = reportOf({
    testResults: [
      {
        name: resolve("tests/a.test.ts"),
        status: "failed",
        message: "",
        assertionResults: [{ fullName: "adds", status: "passed", failureMessages: [] }, subtracts],
      },
      {
        name: resolve("tests/b.test.ts"),
        status: "failed",
        message: "Cannot find module './gone.ts'",
        assertionResults: [],
      },
      { name: resolve("tests/c.test.ts"), status: "passed", message: "", assertionResults: [] },
    ],
  });
  expect(vitestFailures(units)).toEqual([
    { name: "tests/a.test.ts: subtracts", message: "AssertionError: expected 3 to be 2" },
    { name: "tests/b.test.ts", message: "Cannot find module './gone.ts'" },
  ]);

  const errors = [{ message: "\u001b[2mexpect(\u001b[22mlocator).toBeVisible() failed" }];
  const spec = (title: string, ok: boolean) => ({
    ...{ file: "d.spec.ts", title, ok },
    tests: [{ results: [ok ? { errors: [] } : { errors }] }],
  });
  const browser = reportOf({
    suites: [{ specs: [spec("opens", false)], suites: [{ specs: [spec("shuts", true)] }] }],
  });
  expect(playwrightFailures(browser)).toEqual([
    { name: "d.spec.ts: opens", message: "expect(locator).toBeVisible() failed" },
  ]);
  expect(vitestFailures(join(folder, "missing.json"))).toEqual([]);
});

test("a failure is told by its name and the beginning of its message", () => {
  const page = Array.from({ length: 400 }, (_, line) => `<div>${line}</div>`);
  const message = ["Unable to find the text: Ready", "", ...page].join("\n");

  const lines = failureLines([{ name: "tests/a.test.ts: opens", message }]);

  expect(lines.slice(0, 3)).toEqual([
    "tests/a.test.ts: opens",
    "  Unable to find the text: Ready",
    "  <div>0</div>",
  ]);
  expect(lines.length).toBeLessThan(20);
});
