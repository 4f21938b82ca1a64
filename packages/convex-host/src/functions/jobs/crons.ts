import { createHash } from "node:crypto";
import type { CronSpec } from "../app/app.ts";
import { Alarm } from "./alarm.ts";
import type { CrashNote } from "./crash-note.ts";
import { firstTime, intervalMs, nextTime } from "./cron-times.ts";
import { DueTimes } from "./due-times.ts";
import type { JobOutcome, JobRunner } from "./job-runner-door.ts";

/** The prefix of the sessions of the host's own runs. No session of a client may begin with it. */
export const hostSessionPrefix = "host:";

const stateName = "crons";

/** The state of each cron job that is kept between starts, by its identifier. */
type CronState = { spec: string; nextMs: number | null };

type CronJob = CronState & { definition: CronSpec; isRunning: boolean };

const gaveUp: JobOutcome = {
  ok: false,
  message: "The host ended twice while it ran.",
  isHostFault: false,
};

/**
 * Runs the app's cron jobs. A run is stored like a client's request, under the job's name and its scheduled time: in
 * the transaction of a mutation, and before an action starts. So a crash repeats no mutation that was committed and no
 * action at all.
 */
export class Crons {
  readonly #runner: JobRunner;
  readonly #crashNote: CrashNote;
  readonly #alarm: Alarm;
  readonly #due: DueTimes;
  #jobs: CronJob[] = [];
  #isStopped = true;

  constructor(runner: JobRunner, crashNote: CrashNote) {
    this.#crashNote = crashNote;
    this.#runner = runner;
    this.#due = new DueTimes(() => runner.clock());
    this.#alarm = new Alarm({ clock: () => runner.clock(), ring: () => this.#wake() });
  }

  start(): void {
    this.#isStopped = false;
    const known = this.#load();
    const now = this.#runner.clock();
    this.#jobs = this.#runner.crons.map((definition) => {
      const spec = JSON.stringify([definition.path, definition.args, definition.schedule]);
      const earlier = known[definition.identifier];
      const nextMs = earlier?.spec === spec ? earlier.nextMs : firstTime(definition, now);
      return { definition, spec, nextMs, isRunning: false };
    });
    for (const job of this.#jobs) this.#await(job);
    this.#save();
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#due.clear();
    this.#alarm.setFor(null);
  }

  #wake(): void {
    for (const job of this.#jobs) this.#followClock(job);
    const due = new Set(this.#due.take());
    for (const job of this.#jobs)
      if (due.has(job.definition.identifier) && job.nextMs !== null)
        void this.#run(job, job.nextMs);
    this.#alarm.setFor(this.#due.next());
  }

  /**
   * A clock that was set back reaches earlier times of the calendar again. A run of the same time is not repeated,
   * because it is stored.
   */
  #followClock(job: CronJob): void {
    const now = this.#runner.clock();
    const { definition, nextMs, isRunning } = job;
    if (isRunning || nextMs === null || nextMs <= now || isInterval(job)) return;
    const earlierMs = nextTime(definition, now, now);
    if (earlierMs === null || earlierMs >= nextMs) return;
    job.nextMs = earlierMs;
    this.#await(job);
  }

  /**
   * Queues the next time of a job. An interval also ends by the monotonic clock, calendar times follow the wall clock
   * alone.
   */
  #await(job: CronJob): void {
    const { nextMs } = job;
    const { identifier, schedule } = job.definition;
    if (nextMs === null) return this.#due.delete(identifier);
    const dueMs = this.#crashNote.dueMs(runOf(job, nextMs).id, nextMs);
    if (dueMs > nextMs) return this.#due.set(identifier, dueMs);
    const interval = intervalMs(schedule);
    if (interval === null) this.#due.setByClock(identifier, nextMs);
    else this.#due.set(identifier, nextMs, interval);
  }

  async #run(job: CronJob, dueMs: number): Promise<void> {
    const { identifier } = job.definition;
    job.isRunning = true;
    // Times that pass while the job runs are skipped.
    this.#due.delete(identifier);
    try {
      const outcome = await this.#carryOut(job, dueMs);
      if (!outcome.ok) {
        this.#runner.log.error("cron.failed", { identifier, error: outcome.message });
      }
    } catch (error) {
      this.#runner.log.error("cron.failed", { identifier, error: String(error) });
    }
    job.isRunning = false;
    if (this.#isStopped) return;
    job.nextMs = nextTime(job.definition, dueMs, this.#runner.clock());
    this.#await(job);
    this.#save();
    this.#alarm.setFor(this.#due.next());
  }

  async #carryOut(job: CronJob, dueMs: number): Promise<JobOutcome> {
    const { path, args } = job.definition;
    const { id, request } = runOf(job, dueMs);
    if (this.#runner.kindOf(path) === "mutation") {
      if (id === this.#crashNote.deadlyId) return gaveUp;
      const before = () => {
        // Noted before the run, so that a crash in it is known at the next start.
        this.#crashNote.begin(id);
        return true;
      };
      const run = { path, args, jobId: null, request, steps: { before } };
      const outcome = await this.#runner.runMutation(run);
      this.#crashNote.end(id);
      return outcome;
    }
    const isNew = await this.#runner.claim(request);
    return isNew ? await this.#runner.runAction({ path, args, jobId: null }) : { ok: true };
  }

  #load(): Record<string, CronState> {
    const text = this.#runner.database.meta.get(stateName);
    return text === null ? {} : (JSON.parse(text) as Record<string, CronState>);
  }

  /**
   * Stores the next times. A full disk only delays this: a run that is started again meanwhile is found by its request.
   */
  #save(): void {
    const states = this.#jobs.map(({ definition, spec, nextMs }) => [
      definition.identifier,
      { spec, nextMs } satisfies CronState,
    ]);
    try {
      this.#runner.database.meta.set(stateName, JSON.stringify(Object.fromEntries(states)));
    } catch (error) {
      this.#runner.log.error("crons.not-noted", { error: String(error) });
    }
  }
}

/** The identity of one run of a cron job in the request log and in crash notes. */
function runOf({ definition, spec }: CronJob, dueMs: number) {
  // The name contains a hash of the definition, so that a changed job is not taken for the one before.
  const version = createHash("sha256").update(spec).digest("base64url").slice(0, 12);
  const sessionId = `${hostSessionPrefix}cron:${definition.identifier}:${version}`;
  const request = { sessionId, requestId: dueMs };
  return { request, id: `${encodeURIComponent(sessionId)}:${dueMs}` };
}

function isInterval({ definition }: CronJob): boolean {
  return intervalMs(definition.schedule) !== null;
}
