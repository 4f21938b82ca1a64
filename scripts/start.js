// Runs Turnboard in this process, so that no second process stays in memory: the build has ended before. This file is
// JavaScript, because a loader of TypeScript would stay in memory too.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const checkEveryMs = 500;

const buildCommand = ["--import", "tsx", "scripts/build.ts", "--outdated"];
const { status } = spawnSync(process.execPath, buildCommand, {
  stdio: ["ignore", "inherit", "inherit"],
});
if (status !== 0) process.exit(status ?? 1);

// Ends this process when its parent is gone: npm sends a signal to a shell that does not pass it on.
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, checkEveryMs);
timer.unref();

await import(pathToFileURL(resolve("dist/host/main.js")).href);
