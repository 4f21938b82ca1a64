/**
 * Lets people work for a long time; fails if the host's memory or latency grows.
 *   npm run soak                              30 minutes with 200 people
 *   npm run soak -- --minutes 5 --people 50   shorter, with fewer
 *   npm run soak -- --result soak.json        also writes the figures to a file
 */
import { parseArgs } from "node:util";
import { writeFileSync } from "node:fs";
import { runSoak } from "./soak.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    people: { type: "string", default: "200" },
    result: { type: "string" },
  },
});
const minutes = Number(values.minutes);
// A short run has periods of less than a minute, because detecting growth takes at least six periods.
const periods = Math.max(minutes, 10);

const result = await runSoak({
  people: Number(values.people),
  periods,
  periodMs: (minutes * 60_000) / periods,
  tell: (line) => process.stdout.write(`${line}\n`),
});
const text = `${JSON.stringify({ minutes, people: Number(values.people), ...result }, null, 2)}\n`;
if (values.result !== undefined) writeFileSync(values.result, text);
process.stdout.write(
  result.slopes.length === 0 ? "Memory and latency are flat.\n" : `${result.slopes.join("\n")}\n`,
);
process.exit(result.slopes.length === 0 ? 0 : 1);
