import { beforeEach, expect, test, vi } from "vitest";
import { runStep, runSteps } from "../../scripts/run-steps.ts";

const node = process.execPath;

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
});

test("a step passes when its command ends well, and keeps what was printed", async () => {
  const result = await runStep({ name: "hello", command: [node, "-e", "console.log('hi')"] });

  expect(result).toMatchObject({ name: "hello", passed: true, output: "hi" });
});

test("a step fails when its command fails or does not exist", async () => {
  const failing = await runStep({ name: "fails", command: [node, "-e", "process.exit(3)"] });
  const missing = await runStep({ name: "missing", command: ["no-such-program-at-all"] });

  expect(failing.passed).toBe(false);
  expect(missing.passed).toBe(false);
  expect(missing.output).toContain("no-such-program-at-all");
});

test("every step of a stage runs, also after one has failed", async () => {
  const results = await runSteps([
    { name: "first", command: [node, "-e", "process.exit(1)"] },
    { name: "second", command: [node, "-e", ""] },
    { name: "third", command: [node, "-e", ""] },
  ]);

  expect(results.map(({ name }) => name).sort()).toEqual(["first", "second", "third"]);
  expect(results.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(["first"]);
});

test("a failed step prints its output, a passed one does not", async () => {
  await runSteps([
    { name: "good", command: [node, "-e", "console.log('quiet please')"] },
    { name: "bad", command: [node, "-e", "console.log('the reason'); process.exit(1)"] },
  ]);

  expect(printed.join("\n")).toContain("the reason");
  expect(printed.join("\n")).not.toContain("quiet please");
});
