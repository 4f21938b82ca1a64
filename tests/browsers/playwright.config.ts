import { defineConfig } from "@playwright/test";

/** The main jobs in the engines that Playwright's own driver does not reach as they are installed. */
export default defineConfig<object, { engine: string }>({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results/browsers",
  // Each takes a browser and a host, and two of them keep a small machine busy.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env["CI"] !== undefined,
  reporter: "list",
  projects: [
    { name: "Firefox", use: { engine: "Firefox" } },
    { name: "WebKit", use: { engine: "WebKit" } },
  ],
});
