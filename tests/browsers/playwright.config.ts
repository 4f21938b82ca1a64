import { defineConfig } from "@playwright/test";

/** Runs the main jobs in browsers whose installed versions Playwright's own driver cannot control. */
export default defineConfig<object, { engine: string }>({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results/browsers",
  // Each worker needs a browser and a host; two of them would overload a small machine.
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
