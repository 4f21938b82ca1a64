/**
 * Shows on whole hosts what must hold at full size, each figure beside its bound; fails when one is broken. At last it kills
 * the host during mixed load and compares what people were told with what there is.
 *   npm run faults                            all parts: 200 kills, 20 people in the app, 5 programs at the HTTP door
 *   npm run faults -- --rounds 30 --seed 7    fewer kills, another order of things
 *   npm run faults -- --only idle,flood       these parts alone
 *   npm run faults -- --result faults.json    also writes the figures to a file
 * Each part has its size; 0 leaves it out.
 *   --sockets 1000      so many windows watch one list
 *   --callers 1000      so many sockets send 20 mutations each at once: of one person, of as many people, of strangers
 *   --idle 1000         so many pages with one list do nothing
 *   --flood 206         so many kilobytes a second of compressed frames come from one connection
 *   --lists 200         so many heavy lists are watched by one client
 *   --sessions 5000     so many sessions has a person who is removed
 *   --writers 40        so many change one list without pause, while 100 others watch it
 *   --unread 600        so many sockets watch lists and read nothing
 *   --exports 6         so many downloads of exports of one moment are read by nobody
 *   --disk 3            so often the disk refuses in each of five ways; needs a C compiler and prlimit
 *   --files 200000      so many files, and five times as many old rows, are there before a start
 *   --rounds 200        so often the host is killed
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

/** The other parts are of use all the same. */
function failed(name: string, error: unknown): PartResult {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { what: `${name} failed`, bounds: [], wrongs: [`${name}: ${text}`], figures: null };
}
