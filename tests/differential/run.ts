import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Reporter, TestCase } from "vitest/node";
import { startVitest } from "vitest/node";

/*
 * Runs more of the generated programs on both engines than the ordinary tests do. A failure names its seed, with which
 * `--from` runs that program alone.
 */

const programs = {
  app: "tests/differential/app.test.ts",
  "app of the demo": "tests/differential/demo.long.test.ts",
  engine: "packages/convex-host/tests/differential/engine.test.ts",
};

const progressMs = 10_000;

const { values: options } = parseArgs({
  options: {
    programs: { type: "string", default: "500" },
    from: { type: "string", default: "1" },
    /** A part of the name of the file whose programs are run: "app" or "engine". */
    only: { type: "string", default: "" },
    record: { type: "string" },
  },
});

async function main(): Promise<void> {
  process.env["PARITY_PROGRAMS"] = options.programs;
  process.env["PARITY_FROM"] = options.from;
  const progress = new Progress();
  const files = Object.entries(programs)
    .filter(([name]) => name.includes(options.only))
    .map(([, file]) => file);
  await startVitest("test", files, {
    project: ["host-unit", "program-alone"],
    watch: false,
    run: true,
    reporters: [progress],
  });
  progress.finish();
}

class Progress implements Reporter {
  readonly #startedAt = Date.now();
  #lastMs = Date.now();
  #passed = 0;
  #failed: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "passed") this.#passed += 1;
    if (state === "failed") {
      this.#failed.push(test.name);
      say(`FAILED ${test.name}`);
      for (const { message, cause, diff } of errors ?? [])
        say([message, cause?.message, cause?.diff ?? diff].filter(Boolean).join("\n"));
    }
    if (Date.now() - this.#lastMs >= progressMs) this.#tell();
  }

  finish(): void {
    this.#tell();
    for (const name of this.#failed) say(`failed: ${name}`);
    if (this.#failed.length > 0 || this.#passed === 0) process.exitCode = 1;
  }

  #tell(): void {
    this.#lastMs = Date.now();
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    say(`${this.#passed} passed, ${this.#failed.length} failed, ${seconds} s`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
  if (options.record !== undefined) appendFileSync(options.record, `${line}\n`);
}

await main();
