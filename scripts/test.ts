import { mkdirSync, rmSync } from "node:fs";
import { inspect, prepare } from "./check.ts";
import { installBrowser } from "./install-browser.ts";
import { runLoudly } from "./run-steps.ts";
import {
  addTallies,
  playwrightTally,
  stepsTally,
  type Tally,
  vitestTally,
  writeTotals,
} from "./tally.ts";

const reports = ".cache/reports";
const vitestReport = `${reports}/vitest.json`;
const playwrightReport = `${reports}/playwright.json`;

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

console.log("# Quick checks and build");
const prepared = await prepare();

console.log("\n# Browser tests, beside the other checks");
// One checker at a time fits beside the tests on two cores; the last ones may end beside the unit tests.
const inspecting = inspect(1);
const e2e = await runBrowserTests();

console.log("\n# Unit, function and host tests");
const vitestPassed = await runLoudly([
  "vitest",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${vitestReport}`,
]);
const unit = vitestTally(vitestReport, vitestPassed);
const inspected = await inspecting;

const checked = stepsTally([...prepared, ...inspected]);
const totals = addTallies([checked, e2e, unit]);
const { passed, failed, skipped } = totals;
writeTotals(totals);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

async function runBrowserTests(): Promise<Tally> {
  const isReady = installBrowser() !== null;
  const passed =
    isReady &&
    (await runLoudly(["playwright", "test", "--reporter=list,json"], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    }));
  return playwrightTally(playwrightReport, passed);
}
