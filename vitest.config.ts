import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { convexTestPlugin } from "./tests/support/convex-test-plugin.ts";
import { LongestFirst } from "./tests/support/longest-first.ts";

const functionTests = ["tests/convex/**/*.test.ts"];

// One process for many files: its start and the libraries cost more than most of these tests.
const freshFile = ["tests/support/fresh-file.ts", "tests/support/fresh-modules.ts"];
const together = { isolate: false, setupFiles: freshFile };

// The objects of a test die young. With a larger young generation the collector copies less: 4 % of the time of function
// tests, 12 % of that of screen tests.
const dyingYoung = ["--max-semi-space-size=64"];

// The functions keep no state that a test could see. Loading them again for each file, cold, takes two thirds of the
// time of all their tests.
//
// These projects start after the others have ended: their tests never wait, and each further worker loads and warms the
// functions again.
const onLoadedFunctions = {
  isolate: false,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  setupFiles: ["tests/support/fresh-file.ts", "tests/support/provider-settings.ts"],
  execArgv: dyingYoung,
};

// Tests of the host that measure or change their process: its memory, globals, listeners and clock.
const changingTheProcess = [
  "packages/convex-host/tests/{functions/run,recovery}/**/*.test.ts",
  "packages/convex-host/tests/server/http/{early-refusals,query-batch,slow-bodies}.test.ts",
];

// Program tests that need a process of their own: they measure memory, or count what every module did.
const programAlone = [
  "tests/program/{doors,idle-pages.long}.test.ts",
  "tests/program/recovery/disk.long.test.ts",
  "tests/differential/**/*.test.ts",
];

// The bundles with which tests start whole hosts.
const bundleFixtures = "packages/convex-host/tests/support/bundle-fixtures.ts";
const workspaceBundles = "tests/support/workspace-bundles.ts";

// Since Node 25, Node's own localStorage hides that of the test's window.
const ownStorage = "--experimental-webstorage";
const withoutOwnStorage = process.allowedNodeEnvironmentFlags.has(ownStorage)
  ? [ownStorage.replace("--", "--no-")]
  : [];

export default defineConfig({
  plugins: [convexTestPlugin],
  // Resolves the host package by its name.
  resolve: { tsconfigPaths: true },
  test: {
    // Many tests wait for the disk or for another process: four workers keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst, setupFiles: "list" },
    // The projects share transformed modules, which each of them would transform again.
    experimental: { fsModuleCache: true },
    // The output of a passed test hides the failures in a long report.
    silent: "passed-only",
    // Ends a test that hangs. With everything running side by side, a test takes three times as long as alone.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: false,
    projects: ofThisRun([
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
          include: functionTests,
          environment: "node",
          env: { TEST_ENGINE: "host" },
          server: { deps: { inline: ["convex-test", "@convex-dev/auth"] } },
        },
      },
      {
        extends: true,
        test: {
          // This project and "host-alone" are the tests of the host alone: "npm test --workspace packages/convex-host".
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
          execArgv: [...withoutOwnStorage, ...dyingYoung],
          // Twice as long as a wait inside a test, so that a failure names what did not arrive.
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

/**
 * The projects and files of this run. PROJECTS_ELSEWHERE names projects of another run of "npm test"; vitest can exclude
 * one project by name, but no second one. LONG_TESTS=elsewhere leaves the long tests to "npm run test:long".
 */
function ofThisRun(projects: TestProjectInlineConfiguration[]): TestProjectInlineConfiguration[] {
  const elsewhere: readonly unknown[] = (process.env["PROJECTS_ELSEWHERE"] ?? "").split(",");
  const longTests = process.env["LONG_TESTS"] === "elsewhere" ? ["**/*.long.test.*"] : [];
  return projects
    .filter(({ test }) => !elsewhere.includes(test?.name))
    .map(({ test, ...rest }) => {
      const exclude = [...(test?.exclude ?? configDefaults.exclude), ...longTests];
      return { ...rest, test: { ...test, exclude } };
    });
}
