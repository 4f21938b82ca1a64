import { mkdirSync, rmSync } from "node:fs";
import { findBrowser } from "./browser/browser.ts";
import { buildAndInspect } from "./check.ts";
import { installBrowser } from "./browser/install-browser.ts";
import { makeTestFolder } from "./test-folder.ts";
import { runLoudly, runSteps, type Step, type StepResult } from "./run-steps.ts";
import {
  addTallies,
  failureLines,
  playwrightFailures,
  playwrightTally,
  stepsTally,
  type Tally,
  vitestFailures,
  vitestTally,
  writeTotals,
} from "./tally.ts";

const reports = ".cache/reports";
const unitReport = `${reports}/vitest.json`;
const besideReport = `${reports}/vitest-beside.json`;
const playwrightReport = `${reports}/playwright.json`;

// Each test process loads and warms the screens or the functions again: one process takes two thirds of the time of
// four.
const besideBrowser = ["src", "convex-test"];
const testsBeside: Step = {
  name: "screen and function tests",
  command: vitest(
    ["--reporter=dot", ...besideBrowser.map((name) => `--project=${name}`)],
    besideReport,
  ),
  env: { VITEST_MAX_WORKERS: "1" },
  failures: () => failureLines(vitestFailures(besideReport)),
};

// Node and the browser read the place of temporary files from this variable.
const folder = makeTestFolder();
process.env["TMPDIR"] = folder.path;
process.on("exit", folder.remove);

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

console.log("# Build, and checks beside it");
// The installation mostly waits for the network: a second check runs in that time.
const width = findBrowser() === null ? 2 : 1;
const browser = installBrowser();
const { prepared, inspected: inspecting } = await buildAndInspect(width);

console.log(
  "\n# Browser tests, beside the other checks, the screen tests and half of the function tests",
);
// One process fits beside the browser on two cores; its last tests may run beside the unit tests.
const beside = testAfter(inspecting);
const e2e = await runBrowserTests();

console.log("\n# Unit, function and host tests");
const unitPassed = await runLoudly(vitest(["--reporter=default"], unitReport), {
  PROJECTS_ELSEWHERE: besideBrowser.join(","),
});
const unit = vitestTally(unitReport, unitPassed);
const { inspected, tested } = await beside;

const checked = stepsTally([...prepared, ...inspected]);
const totals = addTallies([checked, e2e, tested, unit]);
const { passed, failed, skipped } = totals;
writeTotals(totals);
// The failures come last, because some readers keep only the end of the output.
const steps = [...prepared, ...inspected].filter((step) => !step.passed);
const told = [
  ...steps.map(({ name }) => name),
  ...failureLines([
    ...playwrightFailures(playwrightReport),
    ...[besideReport, unitReport].flatMap(vitestFailures),
  ]),
];
if (told.length > 0) console.log(`\nFailed:\n${told.map((line) => `  ${line}`).join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

async function testAfter(
  inspecting: Promise<StepResult[]>,
): Promise<{ inspected: StepResult[]; tested: Tally }> {
  const inspected = await inspecting;
  const [result] = await runSteps([testsBeside]);
  return { inspected, tested: vitestTally(besideReport, result?.passed === true) };
}

function vitest(args: readonly string[], report: string): [string, ...string[]] {
  return ["vitest", "run", ...args, "--reporter=json", `--outputFile.json=${report}`];
}

async function runBrowserTests(): Promise<Tally> {
  const isReady = (await browser) !== null;
  const passed =
    isReady &&
    (await runLoudly(["playwright", "test", "--reporter=list,json"], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    }));
  return playwrightTally(playwrightReport, passed);
}
