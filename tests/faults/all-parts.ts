import { Samples } from "../bench/measure.ts";
import { floodCompressed } from "./compressed-flood.ts";
import { boundsOfCrowd, crowdOneList } from "./crowded-list.ts";
import { callFromMany } from "./heavy-callers.ts";
import { watchHeavyLists } from "./heavy-lists.ts";
import { measureIdlePages } from "./idle-pages.ts";
import { runKillRounds } from "./kill-rounds.ts";
import { removeManySessions } from "./many-sessions.ts";
import { watchAppWithMany } from "./many-sockets.ts";
import { boundsOfOld, startOldWorkspace } from "./old-workspace.ts";
import type { PartResult } from "./parts.ts";
import { refuseByDisk } from "./refusing-disk.ts";
import { leaveExportsUnread } from "./unread-exports.ts";
import { boundsOfUnread, leaveListsUnread } from "./unread-lists.ts";

/** The runs of one kind. The option of `npm run faults` with the part's name sets their size; 0 skips them. */
type Part = {
  size: number;
  runs: ((size: number, about: { seed: number; tell: (line: string) => void }) => Run)[];
};
type Run = Promise<PartResult>;

/** The parts in the order of their runs. */
export const parts = {
  sockets: { size: 1_000, runs: [sockets] },
  callers: {
    size: 1_000,
    // The callers are one person, as many people as sockets, and strangers.
    runs: [
      (size) => callFromMany({ sockets: size, people: 1 }),
      (size) => callFromMany({ sockets: size, people: size }),
      (size) => callFromMany({ sockets: size, people: 0 }),
    ],
  },
  idle: { size: 1_000, runs: [measureIdlePages] },
  flood: { size: 206, runs: [floodCompressed] },
  lists: {
    size: 200,
    runs: [
      (size) => watchHeavyLists({ lists: size, units: 300, isTooMuch: false }),
      (size) => watchHeavyLists({ lists: size, units: 1_000, isTooMuch: true }),
    ],
  },
  sessions: { size: 5_000, runs: [removeManySessions] },
  writers: { size: 40, runs: [writers] },
  unread: {
    size: 600,
    runs: [
      (size) => unread(size, 1),
      // A tenth of the sockets watch forty times as much each, which exceeds the system's socket buffers.
      (size) => unread(size / 10, 40),
    ],
  },
  exports: { size: 6, runs: [leaveExportsUnread] },
  disk: { size: 3, runs: [refuseByDisk] },
  files: { size: 200_000, runs: [files] },
  rounds: { size: 200, runs: [rounds] },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

async function sockets(count: number): Run {
  const { lastMs } = await watchAppWithMany(count);
  const what = `${count} sockets: a change was with the last of them after ${lastMs.join(", ")} ms`;
  return { what, bounds: [], figures: { count, lastMs } };
}

async function writers(count: number): Run {
  const crowd = await crowdOneList({ writers: count, watchers: 100, seconds: 10 });
  const what = `${count} people write, ${crowd.watchers} watch`;
  return { what, bounds: boundsOfCrowd(crowd), figures: crowd };
}

async function unread(count: number, copies: number): Run {
  const figures = await leaveListsUnread({ sockets: count, copies });
  const what = `${count} sockets read nothing of ${copies} lists each`;
  return { what, bounds: boundsOfUnread(figures), figures };
}

async function files(count: number): Run {
  const { wrongs, ...old } = await startOldWorkspace({ files: count, rows: 5 * count });
  const what = `${count} files, ${old.rows} old rows: ready after ${old.startMs} ms, first answer after ${old.firstAnswerMs} ms`;
  return { what, bounds: boundsOfOld(old), wrongs, figures: old };
}

async function rounds(
  count: number,
  { seed, tell }: { seed: number; tell: (line: string) => void },
): Run {
  const { wrongs, startMs, afterStartMs, ...rest } = await runKillRounds({
    ...{ live: 20, http: 5, seed, rounds: count, roundsPerCheck: 10, tell },
  });
  const figures = { ...rest, startMs: spread(startMs), afterStartMs: spread(afterStartMs) };
  return { what: `${rest.rounds} kills`, bounds: [], wrongs, figures };
}

function spread(values: number[]) {
  const samples = new Samples(values);
  return { count: samples.count, p50: samples.p50, p99: samples.p99, max: samples.quantile(1) };
}
