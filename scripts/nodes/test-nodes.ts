import { rmSync } from "node:fs";
import { messageOf } from "convex-host";
import { lineOf, type NodeRun, nodesToTry } from "./node-runs.ts";
import { environmentWith, exactVersion, installNode } from "./node-versions.ts";
import { runLoudly } from "../run-steps.ts";
import { readTotals, totalsPath } from "../tally.ts";
import { tryStart } from "../release/try-start.ts";

try {
  await tryAll(nodesToTry(process.argv.slice(2)));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 2;
}

async function tryAll(versions: readonly string[]): Promise<void> {
  console.log(`npm ci, npm start and npm test on Node ${versions.join(", then ")}`);
  const runs: NodeRun[] = [];
  for (const major of versions) {
    runs.push(await tryNode(major));
    console.log(`\n${runs.map(lineOf).join("\n")}`);
  }
  process.exitCode = runs.every(({ problem }) => problem === null) ? 0 : 1;
}

async function tryNode(major: string): Promise<NodeRun> {
  const startedMs = performance.now();
  const node = installNode(major);
  rmSync(totalsPath, { force: true });
  const problem = node === null ? "it could not be fetched" : await problemWith(node);
  const seconds = (performance.now() - startedMs) / 1000;
  const version = node === null ? major : exactVersion(node);
  return { version, seconds, tally: readTotals(), problem };
}

/** Runs the commands of README.md with this Node. Returns a sentence about the one that failed, or null. */
async function problemWith(node: string): Promise<string | null> {
  const env = environmentWith(node);
  console.log(`\n# Node ${exactVersion(node)}: ${node}`);
  if (!(await runLoudly(["npm", "ci"], env))) return "npm ci failed";
  try {
    await tryStart(["npm", "start"], { env });
  } catch (error) {
    console.error(messageOf(error));
    return "npm start failed";
  }
  return (await runLoudly(["npm", "test"], env)) ? null : "npm test failed";
}
