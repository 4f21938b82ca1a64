import { readOldestJobs } from "../functions/jobs/job-table.ts";
import type { Engine } from "../functions/run/calls.ts";

// The real timers, because tests replace the global ones to move time.
const { setTimeout: realSetTimeout, Date: RealDate } = globalThis;

/** Milliseconds after which a test with unfinished jobs counts as hanging. */
const patienceMs = 50_000;
/** Turns of the event loop without a running job, after which all jobs that are left are due in the future. */
export const idleTurns = 20;

/**
 * Waits until no job is running, canceled ones included. A due job that does not begin for some turns is due only on a
 * clock that the test does not move.
 */
export async function finishRunningJobs(engine: Engine): Promise<void> {
  const deadline = RealDate.now() + patienceMs;
  let seen = engine.database.latest;
  for (let idle = 0; idle < idleTurns; idle++) {
    const isAtWork = engine.runningJobs > 0;
    if (!isAtWork && jobsIn(engine, isRunning).length === 0) return;
    if (RealDate.now() > deadline) throw new Error("Scheduled functions do not end.");
    const hasMoved = engine.database.latest !== seen;
    if (hasMoved || isAtWork) idle = 0;
    seen = engine.database.latest;
    await nextTurn();
  }
}

/** Runs all scheduled functions, and those that they schedule in turn. `advanceTimers` moves the time. */
export async function finishAllJobs(
  engine: Engine,
  advanceTimers: () => void,
  maxRounds = 100,
): Promise<void> {
  let idle = 0;
  for (let round = 0; round < maxRounds + idleTurns && idle < idleTurns; round++) {
    advanceTimers();
    await nextTurn();
    if (engine.runningJobs > 0 || jobsIn(engine, isRunning).length > 0) {
      idle = 0;
      await finishRunningJobs(engine);
    } else if (jobsIn(engine, (job) => job.state === "pending").length === 0) {
      return;
    } else {
      idle += 1;
    }
  }
  if (idle < idleTurns) {
    throw new Error(
      "finishAllScheduledFunctions: too many rounds. Do functions schedule themselves?",
    );
  }
}

type Job = { state: string; scheduledTime: number };

// A due job counts as running: the scheduler takes it in this turn or the next.
function isRunning({ state, scheduledTime }: Job): boolean {
  return state === "inProgress" || (state === "pending" && scheduledTime <= Date.now());
}

function jobsIn(engine: Engine, accepts: (job: Job) => boolean): Job[] {
  const jobs: Job[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const slice = readOldestJobs(engine.database, { cursor: cursor ?? null, most: 500 });
    jobs.push(...slice.jobs);
    cursor = slice.next;
  }
  return jobs.filter(accepts);
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => realSetTimeout(resolve, 1));
}
