import { spawn } from "node:child_process";

/** A check: a named command that must pass. */
export type Step = {
  name: string;
  command: readonly [string, ...string[]];
  /** Environment variables in addition to those of this process. */
  env?: Readonly<Record<string, string>>;
  /** The lines that describe the failures of a failed run, read from its report. They come before its output. */
  failures?: () => readonly string[];
  /** Ends the command when it is aborted, and waits for nothing that the command has begun. */
  signal?: AbortSignal;
};

/** The result of a step: its failures, then everything it printed. */
export type StepResult = { name: string; passed: boolean; seconds: number; output: string };

const longestOutput = 120;

/** Runs the steps of one stage, at most `width` side by side, and reports each as it ends. */
export async function runSteps(steps: readonly Step[], width = 2): Promise<StepResult[]> {
  const waiting = [...steps];
  const results: StepResult[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step);
      report(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

/** Runs one command without standard input and collects its output. */
export async function runStep({ name, command, env, failures, signal }: Step): Promise<StepResult> {
  const started = performance.now();
  const [file, ...args] = command;
  const child = spawn(file, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1", ...env },
    signal,
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  const passed = await new Promise<boolean>((resolve) => {
    child.on("error", (error) => {
      chunks.push(Buffer.from(String(error)));
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  });
  // Processes that an ended command has begun may go on, and hold its output open.
  child.stdout.destroy();
  child.stderr.destroy();
  const printed = Buffer.concat(chunks).toString("utf8").trim();
  const told = passed ? [] : (failures?.() ?? []);
  const output = [...told, printed].join("\n");
  return { name, passed, seconds: (performance.now() - started) / 1000, output };
}

/** Runs a command that writes to this terminal; true when it ended well. */
export async function runLoudly(
  command: readonly [string, ...string[]],
  env: Record<string, string> = {},
): Promise<boolean> {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  return await new Promise<boolean>((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}

function report({ name, passed, seconds, output }: StepResult) {
  console.log(`${passed ? "ok  " : "FAIL"} ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
  if (passed) return;
  const lines = output.split("\n");
  for (const line of lines.slice(0, longestOutput)) console.log(`     ${line}`);
  if (lines.length > longestOutput) console.log(`     ... ${lines.length - longestOutput} more`);
}
