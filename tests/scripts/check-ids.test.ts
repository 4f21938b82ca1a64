import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const ask = ["--import", "tsx", "scripts/checks/check-ids.ts"];

test("an id is shown with its tests, and what is mistyped beside it is said to be unknown", () => {
  const asked = spawnSync(process.execPath, [...ask, "d7", "PROJ-04"], { encoding: "utf8" });
  expect(asked.status).toBe(1);
  expect(asked.stderr).toContain("Nothing has d7.");
  expect(asked.stdout).toMatch(/^- PROJ-04: /);
  expect(asked.stdout).toContain("test  tests/src/projects/projects-page.test.tsx");
});
