import { environmentWith, installNode, nodeVersions } from "./node-versions.ts";
import { runLoudly } from "./run-steps.ts";
import { tryStart } from "./try-start.ts";

// `npm run test:nodes -- 24 26` tries these; without arguments, all.
const asked = process.argv.slice(2);
const failed: string[] = [];

for (const version of asked.length > 0 ? asked : nodeVersions) {
  const problem = await problemOn(version);
  console.log(`\n# Node ${version}: ${problem ?? "everything passed"}`);
  if (problem !== null) failed.push(version);
}
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs the commands of README.md on a version of Node; says which of them failed. */
async function problemOn(version: string): Promise<string | null> {
  const node = installNode(version);
  if (node === null) return "it could not be fetched";
  const env = environmentWith(node);
  console.log(`\n# Node ${version}: ${node}`);
  if (!(await runLoudly(["npm", "ci"], env))) return "npm ci failed";
  try {
    await tryStart(["npm", "start"], { env });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return "npm start failed";
  }
  return (await runLoudly(["npm", "test"], env)) ? null : "npm test failed";
}
