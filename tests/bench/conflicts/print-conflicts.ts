import { seeded } from "convex-host/inside";
import { printColumns } from "../table.ts";
import { recordTicks } from "./record-ticks.ts";
import { KnownConflicts, type Sets } from "./sets.ts";
import { type Load, type Outcome, randomMoments, simulate } from "./simulate.ts";

const seed = 18;
const rates = [10, 100, 300, 1_000];
const commitTimes = [5, 20, 50];
/** The part of all ticks that are of the first project where there is a hot one. */
const hotPart = 0.5;
/** The case whose places are printed, of each way in which ticks are spread. */
const explained = { rate: 100, commitMs: 20 };

/** Records ticks, simulates them under optimistic concurrency, and prints how often they conflict and where. */
export async function printConflicts(quick: boolean): Promise<void> {
  const byProject = await recordTicks({
    projects: 100,
    unitsPerProject: 5,
    tasksPerUnit: 10,
    people: 100,
    ticksPerProject: quick ? 4 : 20,
  });
  const known = new KnownConflicts(byProject.flat());
  const spreadOut = new KnownConflicts(byProject.flat().map(withoutHotRows));
  const seconds = quick ? 10 : 30;
  const lines = [["ticks", "commit", "conflicts a tick", "retries a tick", "retried", "failed"]];
  const explanations: string[][] = [];
  for (const [name, { sets, isHot }] of Object.entries({
    evenly: { sets: known, isHot: false },
    "half in one project": { sets: known, isHot: true },
    "evenly, no tallies of the workspace": { sets: spreadOut, isHot: false },
    "half in one project, no tallies of the workspace": { sets: spreadOut, isHot: true },
  })) {
    const pick = { projects: byProject.length, each: byProject[0]!.length, isHot };
    for (const rate of rates) {
      for (const commitMs of commitTimes) {
        const arrivals = arrivalsOf(pick, rate, seconds);
        const outcome = simulate(sets, { arrivals, commitMs, seed });
        lines.push([`${rate}/s, ${name}`, `${commitMs} ms`, ...figuresOf(outcome)]);
        if (rate === explained.rate && commitMs === explained.commitMs)
          explanations.push(...placesOf(outcome, name));
      }
    }
  }
  printColumns(lines);
  const { rate, commitMs } = explained;
  const what = `where runs conflict: ${rate}/s, commit ${commitMs} ms`;
  printColumns([["", ""], [what, "of the runs that conflict"], ...explanations]);
}

/** As if the tallies of the workspace were written by nobody: what is left to gain behind them. */
function withoutHotRows({ reads, writes }: Sets): Sets {
  return { reads, writes: writes.filter(({ table }) => table !== "tallies of the workspace") };
}

type Pick = { projects: number; each: number; isHot: boolean };

/** Each project's ticks come in the order in which they were recorded, and again from the first one on. */
function arrivalsOf(
  { projects, each, isHot }: Pick,
  rate: number,
  seconds: number,
): Load["arrivals"] {
  const random = seeded(seed);
  const next = Array.from({ length: projects }, () => 0);
  return randomMoments(rate, seconds, random).map((at) => {
    const project = isHot && random() < hotPart ? 0 : Math.floor(random() * projects);
    const tick = next[project]! % each;
    next[project] = tick + 1;
    return { at, transaction: project * each + tick };
  });
}

function figuresOf({ transactions, conflicts, retries, conflicted, failed }: Outcome): string[] {
  const perTick = (count: number) => (count / transactions).toFixed(3);
  const percent = (count: number) => `${((100 * count) / transactions).toFixed(1)} %`;
  return [perTick(conflicts), perTick(retries), percent(conflicted), percent(failed)];
}

function placesOf({ conflictsByPlace, conflicts }: Outcome, spread: string): string[][] {
  const places = [...conflictsByPlace].toSorted(([, a], [, b]) => b - a);
  return places.map(([place, count]) => [
    `${spread}: ${place}`,
    `${((100 * count) / conflicts).toFixed(1)} %`,
  ]);
}
