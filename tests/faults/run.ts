/**
 * Kills the host during mixed load and compares what people were told with what there is.
 *   npm run faults                            200 rounds, 20 people in the app, 5 programs at the HTTP door
 *   npm run faults -- --rounds 30 --seed 7    fewer rounds, another order of things
 *   npm run faults -- --sockets 0             without the 1,000 windows that all watch one list first
 *   npm run faults -- --writers 40            so many change one list without pause, while 100 others watch it (0: nobody)
 *   npm run faults -- --unread 600            so many sockets watch lists and read nothing (0: none)
 *   npm run faults -- --files 200000          so many files, and five times as many old rows, before a start (0: none)
 *   npm run faults -- --result faults.json    also writes the figures to a file
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Samples } from "../bench/measure.ts";
import { crowdOneList, wrongsOfCrowd } from "./crowded-list.ts";
import { runKillRounds } from "./kill-rounds.ts";
import { watchAppWithMany } from "./many-sockets.ts";
import { startOldWorkspace } from "./old-workspace.ts";
import { leaveListsUnread, wrongsOfUnread } from "./unread-lists.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    sockets: { type: "string", default: "1000" },
    files: { type: "string", default: "200000" },
    unread: { type: "string", default: "600" },
    writers: { type: "string", default: "40" },
    seed: { type: "string", default: "20261121" },
    result: { type: "string" },
  },
});

const tell = (line: string) => process.stdout.write(`${line}\n`);

const startedAt = Date.now();
const sockets = Number(values.sockets);
const { lastMs } = sockets === 0 ? { lastMs: [] } : await watchAppWithMany(sockets);
if (sockets > 0)
  tell(`${sockets} sockets: a change was with the last of them after ${lastMs.join(", ")} ms`);
const writers = Number(values.writers);
const crowd = writers === 0 ? null : await crowdOneList({ writers, watchers: 100, seconds: 10 });
if (crowd !== null)
  tell(
    `${writers} people write, ${crowd.watchers} watch: nobody is without news for more than ${crowd.longestWaitMs} ms`,
  );
const deaf = Number(values.unread);
const unread =
  deaf === 0
    ? []
    : [
        await leaveListsUnread({ sockets: deaf, copies: 1 }),
        // A tenth of them that want forty times as much: more than the system takes from the host.
        await leaveListsUnread({ sockets: deaf / 10, copies: 40 }),
      ];
for (const { sockets: count, memoryMb, longestMs } of unread)
  tell(
    `${count} sockets read nothing: the host has ${memoryMb.after} MB, the slowest change took ${longestMs} ms`,
  );
const files = Number(values.files);
const old = files === 0 ? null : await startOldWorkspace({ files, rows: 5 * files });
if (old !== null)
  tell(
    `${files} files, ${old.rows} old rows: ready after ${old.startMs} ms, the slowest answer took ${old.slowestAnswerMs} ms`,
  );
const result = await runKillRounds({
  ...{ live: 20, http: 5, seed: Number(values.seed) },
  ...{ rounds: Number(values.rounds), roundsPerCheck: 10 },
  tell,
});
const { startMs, afterStartMs, ...rest } = result;
const figures = {
  ...rest,
  wrongs: [
    ...result.wrongs,
    ...(crowd === null ? [] : wrongsOfCrowd(crowd)),
    ...unread.flatMap(wrongsOfUnread),
    ...(old?.wrongs ?? []),
  ],
  sockets: { count: sockets, lastMs },
  crowd,
  unread,
  old,
  seed: Number(values.seed),
  seconds: Math.round((Date.now() - startedAt) / 1000),
  startMs: spread(startMs),
  afterStartMs: spread(afterStartMs),
};
const text = `${JSON.stringify(figures, null, 2)}\n`;
process.stdout.write(text);
if (values.result !== undefined) writeFileSync(values.result, text);
process.exit(figures.wrongs.length === 0 ? 0 : 1);

function spread(values: number[]) {
  const samples = new Samples(values);
  return { count: samples.count, p50: samples.p50, p99: samples.p99, max: samples.quantile(1) };
}
