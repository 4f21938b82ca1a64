import { findBrowser } from "./browser/browser.ts";
import { buildAndInspect } from "./check.ts";
import { installBrowser } from "./browser/install-browser.ts";
import { runLoudly, runSteps, type Step, type StepResult } from "./run-steps.ts";
import { failureLines, type Tally, vitestFailures, vitestTally } from "./tally.ts";
import { beginRun, besideReport, endRun, runBrowserTests, unitReport, vitest } from "./test-run.ts";

const withoutLongTests = { LONG_TESTS: "elsewhere" };
// Each test process loads and warms the screens again: one process takes two thirds of the time of four.
const besideBrowser = ["src"];
const testsBeside: Step = {
  name: "screen tests",
  command: vitest(
    ["--reporter=dot", ...besideBrowser.map((name) => `--project=${name}`)],
    besideReport,
  ),
  env: { ...withoutLongTests, VITEST_MAX_WORKERS: "1" },
  failures: () => failureLines(vitestFailures(besideReport)),
};

beginRun();
console.log("# Build, and checks beside it");
// The installation mostly waits for the network: a second check runs in that time.
const width = findBrowser() === null ? 2 : 1;
const installing = installBrowser();
const { prepared, inspected: inspecting } = await buildAndInspect(width);

console.log("\n# Browser tests, beside the other checks and the screen tests");
// One process fits beside the browser on two cores; its last tests may run beside the unit tests.
const beside = testAfter(inspecting);
const e2e = await runBrowserTests(await installing, ["chromium-alone", "chromium"]);

console.log("\n# Unit, function and host tests");
const unitPassed = await runLoudly(vitest(["--reporter=default"], unitReport), {
  ...withoutLongTests,
  PROJECTS_ELSEWHERE: besideBrowser.join(","),
});
const unit = vitestTally(unitReport, unitPassed);
const { inspected, tested } = await beside;

console.log('\nThe long tests are a command of their own: "npm run test:long".');
endRun([...prepared, ...inspected], [e2e, tested, unit]);

async function testAfter(
  inspecting: Promise<StepResult[]>,
): Promise<{ inspected: StepResult[]; tested: Tally }> {
  const inspected = await inspecting;
  const [result] = await runSteps([testsBeside]);
  return { inspected, tested: vitestTally(besideReport, result?.passed === true) };
}
