import { nodeVersions } from "./node-versions.ts";
import type { Tally } from "../tally.ts";

/** The result of the commands on one version of Node. */
export type NodeRun = {
  /** The version, as precisely as it is known: "24.21.0", or "24" when it could not be fetched. */
  version: string;
  seconds: number;
  /** The totals of `npm test`; null when the run did not get that far. */
  tally: Tally | null;
  /** The command that failed; null when all passed. */
  problem: string | null;
};

/** The versions that a command's arguments name; all versions without arguments. Throws for an unknown version. */
export function nodesToTry(asked: readonly string[]): readonly string[] {
  const unknown = asked.find((version) => !nodeVersions.includes(version));
  if (unknown !== undefined) {
    throw new Error(`"${unknown}" is none of the versions ${nodeVersions.join(", ")}.`);
  }
  return asked.length > 0 ? asked : nodeVersions;
}

/** The summary of a run in one line: result, counts, time and problem. */
export function lineOf({ version, seconds, tally, problem }: NodeRun): string {
  const mark = problem === null ? "ok  " : "FAIL";
  const time = `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  const { passed = 0, failed = 0, skipped = 0 } = tally ?? {};
  const counts = tally && `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return [`${mark} Node ${version}: ${counts ?? "not tested"}`, time, problem]
    .filter((part) => part !== null)
    .join(", ");
}
