import { mkdirSync, rmSync } from "node:fs";
import { check } from "./check.ts";
import { installBrowser } from "./install-browser.ts";
import { runLoudly } from "./run-steps.ts";
import { addTallies, playwrightTally, stepsTally, vitestTally } from "./tally.ts";

const reports = ".cache/reports";
const vitestReport = `${reports}/vitest.json`;
const playwrightReport = `${reports}/playwright.json`;

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

console.log("# Check");
const checked = stepsTally(await check());

console.log("\n# Unit, function and host tests");
const vitestPassed = await runLoudly([
  "vitest",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${vitestReport}`,
]);
const unit = vitestTally(vitestReport, vitestPassed);

console.log("\n# Browser tests");
const browser = installBrowser();
const browserPassed =
  browser !== null &&
  (await runLoudly(["playwright", "test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  }));
const e2e = playwrightTally(playwrightReport, browserPassed);

const { passed, failed } = addTallies([checked, unit, e2e]);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
