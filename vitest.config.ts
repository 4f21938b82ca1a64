import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { convexTestPlugin } from "./tests/support/convex-test-plugin.ts";
import { LongestFirst } from "./tests/support/longest-first.ts";

const functionTests = ["tests/convex/**/*.test.ts"];

// One process for many files: its start and the libraries cost more than most of these tests.
const freshFile = ["tests/support/fresh-file.ts", "tests/support/fresh-modules.ts"];
const together = { isolate: false, setupFiles: freshFile };

// The functions keep nothing that a test could see. Loading them anew, cold, takes two thirds of the time of all their tests.
const onLoadedFunctions = {
  isolate: false,
  setupFiles: ["tests/support/fresh-file.ts", "tests/support/provider-settings.ts"],
  // Objects of a test die young. With more room for it the collector copies less: 4 % of the time of these tests.
  execArgv: ["--max-semi-space-size=64"],
};

// Tests of the host that measure or change their process: its memory, globals, listeners and clock.
const changingTheProcess = [
  "packages/convex-host/tests/{functions/run,recovery}/**/*.test.ts",
  "packages/convex-host/tests/server/http/{early-refusals,query-batch,slow-bodies}.test.ts",
];

// Tests of the program that need a process of their own: they measure memory, or count what every module did.
const programAlone = [
  "tests/program/doors.test.ts",
  "tests/program/recovery/disk.test.ts",
  "tests/differential/**/*.test.ts",
];

// The bundles with which tests start whole hosts.
const bundleFixtures = "packages/convex-host/tests/support/bundle-fixtures.ts";
const workspaceBundles = "tests/support/workspace-bundles.ts";

// From Node 25 on there is a localStorage of Node's own, in front of that of the test's window.
const ownStorage = "--experimental-webstorage";
const withoutOwnStorage = process.allowedNodeEnvironmentFlags.has(ownStorage)
  ? [ownStorage.replace("--", "--no-")]
  : [];

export default defineConfig({
  plugins: [convexTestPlugin],
  // The host by its name.
  resolve: { tsconfigPaths: true },
  test: {
    // Many tests wait for the disk or for another process: four workers keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst, setupFiles: "list" },
    // The projects share what is transformed, which each of them would do anew.
    experimental: { fsModuleCache: true },
    // The output of a passed test hides the failures in a long report.
    silent: "passed-only",
    // For what hangs. With everything running side by side, a test takes three times as long as alone.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: false,
    projects: withoutThoseElsewhere([
      {
        extends: true,
        test: {
          name: "convex-test",
          ...onLoadedFunctions,
          include: functionTests,
          environment: "edge-runtime",
          env: { TEST_ENGINE: "convex-test" },
          server: { deps: { inline: ["convex-test", "@convex-dev/auth"] } },
        },
      },
      {
        extends: true,
        test: {
          name: "host",
          ...onLoadedFunctions,
          // Begun when the others have ended: these wait for nothing, and each more worker loads and warms the functions anew.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          include: functionTests,
          environment: "node",
          env: { TEST_ENGINE: "host" },
          server: { deps: { inline: ["convex-test", "@convex-dev/auth"] } },
        },
      },
      {
        extends: true,
        test: {
          // The tests of the host alone: "npm test --workspace packages/convex-host", with those of "host-alone".
          name: "host-unit",
          ...together,
          globalSetup: bundleFixtures,
          include: ["packages/convex-host/tests/**/*.test.{ts,tsx}"],
          exclude: changingTheProcess,
          environment: "node",
          env: { TEST_ENGINE: "host" },
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        extends: true,
        test: {
          name: "host-alone",
          globalSetup: bundleFixtures,
          include: changingTheProcess,
          environment: "node",
          env: { TEST_ENGINE: "host" },
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        extends: true,
        test: {
          name: "program",
          ...together,
          globalSetup: [bundleFixtures, workspaceBundles],
          include: ["tests/{program,server,faults}/**/*.test.ts"],
          exclude: programAlone,
          environment: "node",
          env: { TEST_ENGINE: "host" },
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        extends: true,
        test: {
          name: "program-alone",
          globalSetup: [bundleFixtures, workspaceBundles],
          include: programAlone,
          environment: "node",
          env: { TEST_ENGINE: "host" },
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        extends: true,
        test: {
          name: "src",
          ...together,
          setupFiles: [...freshFile, "tests/src/support/fresh-window.ts"],
          execArgv: withoutOwnStorage,
          // Twice as long as a wait, so that a failure names what did not come.
          testTimeout: 60_000,
          include: ["tests/src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
        },
      },
      {
        extends: true,
        test: {
          name: "scripts",
          ...together,
          include: ["tests/{scripts,bench}/**/*.test.ts"],
          environment: "node",
        },
      },
    ]),
  },
});

/** All projects but those of the other run of "npm test". vitest leaves out one name that it is given, and no second one. */
function withoutThoseElsewhere(
  projects: TestProjectInlineConfiguration[],
): TestProjectInlineConfiguration[] {
  const elsewhere: readonly unknown[] = (process.env["PROJECTS_ELSEWHERE"] ?? "").split(",");
  return projects.filter(({ test }) => !elsewhere.includes(test?.name));
}
