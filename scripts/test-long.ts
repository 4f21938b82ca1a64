import { installBrowser } from "./browser/install-browser.ts";
import { runLoudly, runSteps } from "./run-steps.ts";
import { vitestTally } from "./tally.ts";
import { beginRun, endRun, runBrowserTests, unitReport, vitest } from "./test-run.ts";

beginRun();
const installing = installBrowser();
const built = await runSteps([{ name: "build", command: ["npm", "run", "--silent", "build"] }]);

console.log("\n# Long browser tests");
const e2e = await runBrowserTests(await installing, ["long"]);

console.log("\n# Long function and host tests");
// vitest runs the files that have this text in their path.
const unitPassed = await runLoudly(vitest([".long.test.", "--reporter=default"], unitReport));
endRun(built, [e2e, vitestTally(unitReport, unitPassed)]);
