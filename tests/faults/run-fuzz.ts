/**
 * Strangers send random data to both doors while a person works. The run fails if the host ends, answers 500, logs an
 * error, lets the honest person wait, or its memory grows. Prints a line each minute. An interrupted run prints its
 * figures and fails.
 *   npm run fuzz                              an hour with 30 strangers
 *   npm run fuzz -- --minutes 5 --seed 7      shorter, with other strangers
 */
import { parseArgs } from "node:util";
import { onEnd } from "../../scripts/build/on-end.ts";
import { KillableHost } from "../support/killable-host.ts";
import { fuzzDoors } from "./fuzz-doors.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    strangers: { type: "string", default: "30" },
    seed: { type: "string", default: "20261122" },
  },
});
const end = new AbortController();
const host = await KillableHost.build();
try {
  onEnd(() => end.abort());
  await host.start();
  const result = await fuzzDoors({
    ...{ host, forMs: Number(values.minutes) * 60_000, signal: end.signal },
    ...{ strangers: Number(values.strangers), seed: Number(values.seed) },
    tell: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.wrongs.length === 0 && !result.isInterrupted ? 0 : 1;
} finally {
  await host.remove();
}
process.exit();
