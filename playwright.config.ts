import { defineConfig, devices } from "@playwright/test";
import { browserFlags, findBrowser, findHeadlessShell } from "./scripts/browser/browser.ts";

// The workers read this file too: they take the browser from here instead of looking again.
const browser = (process.env["TURNBOARD_BROWSER"] ??= findBrowser() ?? "");
if (browser === "") throw new Error('No Chromium found. "npm run test:e2e" fetches one.');
const quickest = (process.env["TURNBOARD_HEADLESS_SHELL"] ??= findHeadlessShell() ?? browser);

// This file needs a worker of its own, for a browser with a camera. Playwright would start it last, and the other workers
// would have nothing to do at the end.
const alone = "camera.spec.ts";
const long = "*.long.spec.ts";
const desktop = { ...devices["Desktop Chrome"] };

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  // Each worker has its own host. Workers mostly wait: three of them keep two cores busy.
  workers: 3,
  // Ends a test that hangs. A page takes three times as long beside all other checks as alone.
  timeout: 90_000,
  expect: { timeout: 25_000 },
  forbidOnly: process.env["CI"] !== undefined,
  reporter: "list",
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    // Only tests of the installed app need the service worker and set "allow", because filling its cache takes time.
    serviceWorkers: "block",
    // A trace of every test costs a third of the time; "--trace on" makes one of a test that fails.
    screenshot: "only-on-failure",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: quickest, args: browserFlags },
  },
  projects: [
    { name: "chromium-alone", testMatch: alone, use: desktop },
    { name: "chromium", testIgnore: [alone, long], use: desktop },
    // The tests of "npm run test:long".
    { name: "long", testMatch: long, use: desktop },
  ],
});
