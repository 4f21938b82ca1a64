import { spawn } from "node:child_process";
import { onEnd } from "./build/on-end.ts";
import { buildParts } from "./build/parts.ts";

await buildParts({ onlyOutdated: true });

// The engine would keep megabytes more for short-lived values than the host needs.
const flags = ["--enable-source-maps", "--max-semi-space-size=4"];
// A process of its own: what builds is not kept in memory by what serves.
const host = spawn(process.execPath, [...flags, "dist/host/main.js", ...process.argv.slice(2)], {
  stdio: "inherit",
});
onEnd((signal) => host.kill(signal));
host.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
