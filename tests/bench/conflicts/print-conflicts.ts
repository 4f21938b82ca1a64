import { seeded } from "convex-host/seeded";
import { printColumns } from "../table.ts";
import { recordTicks } from "./record-ticks.ts";
import { KnownConflicts } from "./sets.ts";
import { type Load, type Outcome, randomMoments, simulate } from "./simulate.ts";

const seed = 18;
const rates = [10, 100, 300, 1_000];
const commitTimes = [5, 20, 50];
/** The share of all ticks that go to the first project if there is a hot one. */
const hotPart = 0.5;
/** The case for which the conflicting places are printed, once per distribution of ticks. */
const explained = { rate: 1_000, commitMs: 20 };
/** The hot project has ten times as many units. */
const unitsPerProject = 100;

/** Records ticks, simulates them under optimistic concurrency, and prints how often they conflict and where. */
export async function printConflicts(quick: boolean): Promise<void> {
  const seconds = quick ? 2 : 10;
  // Each project has the ticks of the fastest case, so that no task is ticked again.
  const size = { units: unitsPerProject, ticks: 10 * seconds };
  const hot = { units: 10 * unitsPerProject, ticks: 500 * seconds };
  const projects = Array.from({ length: 100 }, (_, at) => (at === 0 ? hot : size));
  const byProject = await recordTicks({ projects, tasksPerUnit: quick ? 1 : 5, people: 100 });
  const known = new KnownConflicts(byProject.flat());
  const lines = [["ticks", "commit", "conflicts a tick", "retries a tick", "retried", "failed"]];
  const explanations: string[][] = [];
  for (const [name, isHot] of [
    ["evenly", false],
    ["half in one project", true],
  ] as const) {
    for (const rate of rates) {
      for (const commitMs of commitTimes) {
        const arrivals = arrivalsOf(
          byProject.map(({ length }) => length),
          { isHot, rate, seconds },
        );
        const outcome = simulate(known, { arrivals, commitMs, seed });
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

/** Returns arrivals in which each project repeats its recorded ticks in their order. */
function arrivalsOf(
  ticks: readonly number[],
  { isHot, rate, seconds }: { isHot: boolean; rate: number; seconds: number },
): Load["arrivals"] {
  const random = seeded(seed);
  let before = 0;
  const firsts = ticks.map((count) => (before += count) - count);
  const next = ticks.map(() => 0);
  return randomMoments(rate, seconds, random).map((at) => {
    const project = isHot && random() < hotPart ? 0 : Math.floor(random() * ticks.length);
    const tick = next[project]! % ticks[project]!;
    next[project] = tick + 1;
    return { at, transaction: firsts[project]! + tick };
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
