import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const patienceMs = 120_000;

/**
 * Starts Turnboard with a command, on an empty data folder and a free port, and requests its health and its page.
 * Throws with the printed output when a request fails, or when the process does not end after the signal.
 */
export async function tryStart(
  [file, ...args]: readonly [string, ...string[]],
  options: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "turnboard-start-"));
  // The child has a process group of its own, because npm sends a signal to a shell that does not pass it on.
  const child = spawn(file, args, {
    cwd: options.cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env, PORT: "0", DATA_DIR: data },
  });
  let printed = "";
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  try {
    const ready = new Promise<string>((resolve) => {
      const read = (piece: Buffer) => {
        printed += piece.toString("utf8");
        const [, url] = /Turnboard is ready at (\S+)\n/.exec(printed) ?? [];
        if (url !== undefined) resolve(url);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
    });
    const url = await Promise.race([ready, ended]);
    if (typeof url !== "string") throw new Error(`It ended with ${url}:\n${printed}`);
    await expectAnswer(`${url}/api/health`, /./);
    await expectAnswer(`${url}/`, /<title>/);
    process.kill(-(child.pid ?? 0), "SIGTERM");
    await ended;
  } finally {
    clearTimeout(timer);
    if (child.exitCode === null && child.signalCode === null)
      process.kill(-(child.pid ?? 0), "SIGKILL");
    await rm(data, { recursive: true, force: true });
  }
}

async function expectAnswer(url: string, text: RegExp): Promise<void> {
  const response = await fetch(url);
  const body = await response.text();
  if (!response.ok || !text.test(body)) throw new Error(`${url}: ${response.status}\n${body}`);
}
