import { defineConfig, devices } from "@playwright/test";
import { browserFlags, findBrowser, findHeadlessShell } from "./scripts/browser/browser.ts";

// The workers read this file too: they take the browser from here instead of looking again.
const browser = (process.env["TURNBOARD_BROWSER"] ??= findBrowser() ?? "");
if (browser === "") throw new Error('No Chromium found. "npm run test:e2e" fetches one.');
const quickest = (process.env["TURNBOARD_HEADLESS_SHELL"] ??= findHeadlessShell() ?? browser);

// These need a worker of their own: a browser with a camera, the development server. Playwright would begin them last, and leave
// the others without work at the end.
const alone = ["camera.spec.ts", "development.spec.ts"];
const desktop = { ...devices["Desktop Chrome"] };

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  // Every worker has a host of its own. They wait more than they work: three keep two cores busy.
  workers: 3,
  // For what hangs. Beside all other checks a page takes three times as long as alone.
  timeout: 90_000,
  expect: { timeout: 25_000 },
  forbidOnly: process.env["CI"] !== undefined,
  reporter: "list",
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    // Only tests of the installed app take the time to fill its store, and ask for "allow".
    serviceWorkers: "block",
    // A trace of every test costs a third of the time; "--trace on" makes one of a test that fails.
    screenshot: "only-on-failure",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: quickest, args: browserFlags },
  },
  projects: [
    { name: "chromium-alone", testMatch: alone, use: desktop },
    { name: "chromium", testIgnore: alone, use: desktop },
  ],
});
