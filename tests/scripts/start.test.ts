import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const start = resolve("scripts/start.js");

/** Makes a folder whose build writes a program that prints its process id and waits. */
async function projectWith(build: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "turnboard-start-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "scripts"));
  await mkdir(join(folder, "dist/host"), { recursive: true });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "scripts/build.ts"), build);
  return folder;
}

const program = `
  process.on("SIGTERM", () => { console.log("told to end"); process.exit(0); });
  setInterval(() => undefined, 1000);
  console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2) }));
`;
const writesProgram = `
  import { writeFileSync } from "node:fs";
  const text: string = ${JSON.stringify(program)};
  writeFileSync("dist/host/main.js", text);
`;

function told(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolveText, reject) => {
    let text = "";
    child.stdout?.on("data", (piece: Buffer) => {
      text += piece.toString();
      if (wanted.test(text)) resolveText(text);
    });
    child.once("close", () => reject(new Error(`It ended: ${text}`)));
  });
}

test("the workspace runs in the process that was started, with its arguments, on what was built just now", async () => {
  const cwd = await projectWith(writesProgram);
  const child = spawn(process.execPath, [start, "backup", "there"], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));

  const line = await told(child, /\n/);

  expect(JSON.parse(line)).toEqual({ pid: child.pid, args: ["backup", "there"] });
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
});

test("nothing is started when the build fails", async () => {
  const cwd = await projectWith("process.exit(3);");
  await writeFile(join(cwd, "dist/host/main.js"), program);
  const child = spawn(process.execPath, [start], { cwd, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));

  expect(await once(child, "close")).toEqual([3, null]);
});

test("the workspace ends when what started it is gone", async () => {
  const cwd = await projectWith(writesProgram);
  // Like npm, the starter runs the command as a child process, and may be killed alone.
  const command = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(start)}], { stdio: "inherit" })`;
  const starter = spawn(process.execPath, ["-e", command], { cwd });
  onTestFinished(() => void starter.kill("SIGKILL"));
  const line = await told(starter, /\n/);
  const { pid } = JSON.parse(line) as { pid: number };
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, "SIGKILL");
  });

  starter.kill("SIGKILL");

  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
