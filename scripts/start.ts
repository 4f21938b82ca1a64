import { spawn } from "node:child_process";
import { onEnd } from "./build/on-end.ts";
import { buildParts } from "./build/parts.ts";

await buildParts({ onlyOutdated: true });

// A process of its own: what builds is not kept in memory by what serves.
const host = spawn(
  process.execPath,
  ["--enable-source-maps", "dist/host/main.js", ...process.argv.slice(2)],
  { stdio: "inherit" },
);
onEnd((signal) => host.kill(signal));
host.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
