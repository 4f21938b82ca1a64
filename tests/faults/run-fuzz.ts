/**
 * Strangers say anything at both doors while somebody works; fails when the host ends, answers 500, logs an error, lets
 * somebody honest wait, or its memory grows.
 *   npm run fuzz                              an hour with 30 strangers
 *   npm run fuzz -- --minutes 5 --seed 7      shorter, with other strangers
 */
import { parseArgs } from "node:util";
import { KillableHost } from "../support/killable-host.ts";
import { fuzzDoors } from "./fuzz-doors.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    strangers: { type: "string", default: "30" },
    seed: { type: "string", default: "20261122" },
  },
});
const host = await KillableHost.build();
try {
  await host.start();
  const result = await fuzzDoors({
    ...{ host, forMs: Number(values.minutes) * 60_000 },
    ...{ strangers: Number(values.strangers), seed: Number(values.seed) },
  });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.wrongs.length === 0 ? 0 : 1;
} finally {
  await host.remove();
}
process.exit();
