import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { lineOf, nodesToTry } from "../../scripts/nodes/node-runs.ts";

const tally = { passed: 4636, failed: 0, skipped: 0 };
const version = "24.21.0";

test("the checks are tried on the versions asked for, and else on all, oldest first", () => {
  expect(nodesToTry(["26", "24"])).toEqual(["26", "24"]);
  expect(nodesToTry([])).toEqual(["20", "22", "24", "26"]);
});

test.each([
  {
    run: { version, tally, problem: null, seconds: 423.9 },
    line: "ok   Node 24.21.0: 4636 passed, 0 failed, 0 skipped, 7 min 3 s",
  },
  {
    run: { version, tally: { ...tally, failed: 2 }, problem: "npm test failed", seconds: 60 },
    line: "FAIL Node 24.21.0: 4636 passed, 2 failed, 0 skipped, 1 min 0 s, npm test failed",
  },
  {
    run: { version: "26", tally: null, problem: "it could not be fetched", seconds: 2 },
    line: "FAIL Node 26: not tested, 0 min 2 s, it could not be fetched",
  },
])("a run is told in a line: $line", ({ run, line }) => {
  expect(lineOf(run)).toBe(line);
});

test("a version that is not tried is refused before anything is fetched", () => {
  const ask = ["--import", "tsx", "scripts/nodes/test-nodes.ts", "24", "21"];
  const { status, stderr, stdout } = spawnSync(process.execPath, ask, { encoding: "utf8" });

  expect(stderr).toContain('"21" is none of the versions 20, 22, 24, 26.');
  expect([status, stdout]).toEqual([2, ""]);
});
