/**
 * Kills the host during mixed load and compares what people were told with what there is.
 *   npm run faults                            200 rounds, 20 people in the app, 5 programs at the HTTP door
 *   npm run faults -- --rounds 30 --seed 7    fewer rounds, another order of things
 *   npm run faults -- --result faults.json    also writes the figures to a file
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runKillRounds } from "./kill-rounds.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    seed: { type: "string", default: "20261121" },
    result: { type: "string" },
  },
});

const startedAt = Date.now();
const result = await runKillRounds({
  ...{ live: 20, http: 5, seed: Number(values.seed) },
  ...{ rounds: Number(values.rounds), roundsPerCheck: 10 },
  tell: (line) => process.stdout.write(`${line}\n`),
});
const { startMs, ...rest } = result;
const sorted = startMs.toSorted((a, b) => a - b);
const figures = {
  ...rest,
  seed: Number(values.seed),
  seconds: Math.round((Date.now() - startedAt) / 1000),
  startMs: { p50: sorted[Math.floor(sorted.length / 2)], max: sorted.at(-1) },
};
const text = `${JSON.stringify(figures, null, 2)}\n`;
process.stdout.write(text);
if (values.result !== undefined) writeFileSync(values.result, text);
process.exit(result.wrongs.length === 0 ? 0 : 1);
