import { spawn } from "node:child_process";
import { onEnd } from "./build/on-end.ts";
import { isOutdated } from "./build/parts.ts";
import { runLoudly } from "./run-steps.ts";

// In a process of its own, which takes its memory with it: several times that of the host.
const buildCommand = ["--import", "tsx", "scripts/build.ts", "--outdated"];
if ((await isOutdated()) && !(await runLoudly([process.execPath, ...buildCommand])))
  process.exit(1);

const host = spawn(
  process.execPath,
  ["--enable-source-maps", "dist/host/main.js", ...process.argv.slice(2)],
  { stdio: "inherit" },
);
onEnd((signal) => host.kill(signal));
host.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
