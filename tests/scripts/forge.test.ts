import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nodeVersions } from "../../scripts/nodes/node-versions.ts";

const workflow = readFileSync(".github/workflows/test.yml", "utf8");
const readme = readFileSync("README.md", "utf8");

test("the workflow of a forge runs the test command of README and the long tests, and starts the workspace", () => {
  const commands = [...readme.matchAll(/^```sh\n(.+)\n```$/gm)].map(([, command]) => command);

  expect(commands).toEqual(["npm ci && npm start", "npm ci && npm test"]);
  expect(workflow).toContain("run: npm ci && npm test\n");
  expect(workflow).toContain("npm start");
  expect(workflow).toContain("run: npm ci && npm run test:long\n");
});

test("the workflow of a forge runs on every version of Node that Turnboard supports", () => {
  expect(workflow).toContain(`node: [${nodeVersions.join(", ")}]`);
});
