import { createHash } from "node:crypto";
import type { CronSpec } from "../app/app.ts";
import { Alarm } from "./alarm.ts";
import { firstTime, nextTime } from "./cron-times.ts";
import type { JobOutcome, JobRunner } from "./types.ts";

/** Sessions of the host's own runs; no client may call itself so. */
export const hostSessionPrefix = "host:";

const stateName = "crons";

/** What is kept of a job between starts, by its identifier. */
type CronState = { spec: string; nextMs: number | null };

type CronJob = CronState & { definition: CronSpec; isRunning: boolean };

/**
 * Runs the app's cron jobs. A run is remembered like a client's request, under the job's name and its scheduled time: in the
 * mutation's own transaction, and before an action starts. So a crash repeats no mutation that happened and no action at all.
 */
export class Crons {
  readonly #runner: JobRunner;
  readonly #alarm: Alarm;
  #jobs: CronJob[] = [];
  #isStopped = true;

  constructor(runner: JobRunner) {
    this.#runner = runner;
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
    this.#save();
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#alarm.setFor(null);
  }

  #wake(): void {
    const now = this.#runner.clock();
    for (const job of this.#jobs) {
      if (job.nextMs === null || job.nextMs > now) continue;
      if (job.isRunning) this.#advance(job, job.nextMs);
      else void this.#run(job, job.nextMs);
    }
    this.#setAlarm();
  }

  async #run(job: CronJob, dueMs: number): Promise<void> {
    const { identifier } = job.definition;
    job.isRunning = true;
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
    if (job.nextMs === dueMs) this.#advance(job, dueMs);
    this.#save();
    this.#setAlarm();
  }

  async #carryOut({ definition, spec }: CronJob, dueMs: number): Promise<JobOutcome> {
    const { identifier, path, args } = definition;
    // With the definition in the name, so that a changed job is not taken for the one before.
    const version = createHash("sha256").update(spec).digest("base64url").slice(0, 12);
    const sessionId = `${hostSessionPrefix}cron:${identifier}:${version}`;
    const request = { sessionId, requestId: dueMs };
    if (this.#runner.kindOf(path) === "mutation") {
      return await this.#runner.runMutation({ path, args, jobId: null, request });
    }
    const isNew = await this.#runner.claim(request);
    return isNew ? await this.#runner.runAction({ path, args, jobId: null }) : { ok: true };
  }

  #advance(job: CronJob, lastMs: number): void {
    job.nextMs = nextTime(job.definition, lastMs, this.#runner.clock());
  }

  #setAlarm(): void {
    const times = this.#jobs
      .filter(
        (job) => !(job.isRunning && job.nextMs !== null && job.nextMs <= this.#runner.clock()),
      )
      .flatMap(({ nextMs }) => (nextMs === null ? [] : [nextMs]));
    this.#alarm.setFor(times.length === 0 ? null : Math.min(...times));
  }

  #load(): Record<string, CronState> {
    const text = this.#runner.database.meta.get(stateName);
    return text === null ? {} : (JSON.parse(text) as Record<string, CronState>);
  }

  /** On a full disk the times are noted later: a run that is asked for again meanwhile is known by its request. */
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
