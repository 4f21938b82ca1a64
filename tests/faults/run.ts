/**
 * Tests whole hosts at full size and prints each figure with its bound; fails if a bound is broken. The last part kills
 * the host during mixed load and compares the answers that people got with the stored data.
 *   npm run faults                            all parts: 200 kills, 20 people in the app, 5 programs at the HTTP door
 *   npm run faults -- --rounds 30 --seed 7    fewer kills, another order of things
 *   npm run faults -- --only idle,flood       these parts alone
 *   npm run faults -- --result faults.json    also writes the figures to a file
 * Each part has a size; 0 skips the part.
 *   --sockets 1000      windows that watch one list
 *   --callers 1000      sockets that send 20 mutations each at once: of one person, of as many people, of strangers
 *   --idle 1000         idle pages that show one list
 *   --flood 206         kilobytes a second of compressed frames from one connection
 *   --lists 200         heavy lists that one client watches
 *   --sessions 5000     sessions of a person who is removed
 *   --writers 40        people who change one list without pause, while 100 others watch it
 *   --unread 600        sockets that watch lists and read nothing
 *   --exports 6         unread downloads of exports of one snapshot
 *   --disk 3            refusals of the disk in each of five ways; needs a C compiler and prlimit
 *   --files 200000      files before a start, beside five times as many old rows
 *   --rounds 200        kills of the host
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type PartName, parts } from "./all-parts.ts";
import { lineOf, type PartResult, wrongsOf } from "./parts.ts";

const names = Object.keys(parts) as PartName[];
const sizes = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
const { values } = parseArgs({
  options: {
    ...sizes,
    only: { type: "string" },
    seed: { type: "string", default: "20261121" },
    result: { type: "string" },
  },
});
const only = values.only?.split(",") ?? names;
for (const name of only)
  if (!names.some((known) => known === name)) throw new Error(`There is no part "${name}".`);

const tell = (line: string) => process.stdout.write(`${line}\n`);
const startedAt = Date.now();
const seed = Number(values.seed);
const results: Partial<Record<PartName, PartResult[]>> = {};
for (const name of names) {
  const { size: usual, runs } = parts[name];
  const asked = (values as Record<string, string | undefined>)[name];
  const size = Number(asked ?? (only.includes(name) ? usual : 0));
  if (size === 0) continue;
  const done: PartResult[] = (results[name] = []);
  for (const run of runs) {
    const result = await run(size, { seed, tell }).catch((error: unknown) => failed(name, error));
    done.push(result);
    tell(lineOf(result));
  }
}
const wrongs = Object.values(results).flat().flatMap(wrongsOf);
const figures = {
  wrongs,
  seed,
  seconds: Math.round((Date.now() - startedAt) / 1000),
  parts: Object.fromEntries(
    Object.entries(results).map(([name, done]) => [name, done.map(({ figures: all }) => all)]),
  ),
};
const text = `${JSON.stringify(figures, null, 2)}\n`;
process.stdout.write(text);
if (values.result !== undefined) writeFileSync(values.result, text);
process.exit(wrongs.length === 0 ? 0 : 1);

/** The results of the other parts are useful anyway. */
function failed(name: string, error: unknown): PartResult {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { what: `${name} failed`, bounds: [], wrongs: [`${name}: ${text}`], figures: null };
}
