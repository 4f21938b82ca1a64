import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

test("a step that is ended does not wait for what its command has begun", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ended-step-"));
  const [pid, ended] = [join(folder, "pid"), join(folder, "ended")];
  const begun = `setTimeout(() => fs.writeFileSync(${JSON.stringify(ended)}, ""), 20_000)`;
  const program = `
    const child = child_process.spawn(process.execPath, ["-e", ${JSON.stringify(begun)}], { stdio: "inherit" });
    fs.writeFileSync(${JSON.stringify(pid)}, String(child.pid));`;
  const limit = new AbortController();

  const step = runStep({ name: "ended", command: [node, "-e", program], signal: limit.signal });
  await vi.waitFor(() => expect(readFileSync(pid, "utf8")).not.toBe(""), { timeout: 20_000 });
  limit.abort();
  const { passed, output } = await step;

  expect(passed).toBe(false);
  expect(output).toContain("The operation was aborted");
  expect(existsSync(ended)).toBe(false);
  process.kill(Number(readFileSync(pid, "utf8")));
  rmSync(folder, { recursive: true });
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

test("the report of a failed step begins with its failures, before all that it printed", async () => {
  const chatter = "for (let line = 0; line < 500; line += 1) console.log('chatter', line);";
  await runSteps([
    {
      name: "bad",
      command: [node, "-e", `${chatter} process.exit(1)`],
      failures: () => ["tests/a.test.ts: subtracts", "  expected 3 to be 2"],
    },
    { name: "good", command: [node, "-e", ""], failures: () => ["of another run"] },
  ]);

  expect(printed[printed.findIndex((line) => line.startsWith("FAIL bad")) + 1]).toBe(
    "     tests/a.test.ts: subtracts",
  );
  expect(printed).toContain("       expected 3 to be 2");
  expect(printed).toContain("     chatter 0");
  expect(printed.join("\n")).not.toContain("of another run");
});

test("a test prints only when it fails, so that its failure is not lost among what others print", async () => {
  const root = join(import.meta.dirname, "../..");
  const folder = mkdtempSync(join(root, "node_modules/.quiet-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const settings = JSON.stringify(join(root, "vitest.config.ts"));
  write(
    "vitest.config.ts",
    `import all from ${settings}; export default { test: { silent: all.test.silent } };`,
  );
  // The marker has two words, because the report also quotes the lines around a failure.
  write(
    "one.test.ts",
    `import { expect, test } from "vitest";
     test("passes", () => console.error("of the", "passed"));
     test("fails", () => { console.error("of the", "failed"); expect(1).toBe(2); });`,
  );

  const { passed, output } = await runStep({
    name: "two tests",
    command: ["vitest", "run", "--root", folder],
  });

  rmSync(folder, { recursive: true });
  expect(passed).toBe(false);
  expect(output).toContain("of the failed");
  expect(output).not.toContain("of the passed");
});
