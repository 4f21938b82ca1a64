import { readAllJobs } from "./job-table.ts";
import type { JobRunner } from "./types.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const completedJobMs = 7 * dayMs;
const requestRecordMs = 14 * dayMs;
const rowsPerTransaction = 200;

// Taken now: a test's fake timers would otherwise run this interval for ever.
const { setInterval, clearInterval } = globalThis;

/** Forgets what is kept for a while only: completed jobs after 7 days, answers of mutations after 14. */
export class Housekeeping {
  readonly #runner: JobRunner;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(runner: JobRunner) {
    this.#runner = runner;
  }

  start(): void {
    const sweep = () => {
      this.sweep().catch((error: unknown) => {
        this.#runner.log.error("housekeeping.failed", { error: String(error) });
      });
    };
    this.#timer = setInterval(sweep, hourMs);
    this.#timer.unref();
    sweep();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async sweep(): Promise<void> {
    const now = this.#runner.clock();
    this.#runner.database.forgetRequestsBefore(now - requestRecordMs);
    const ids = [...this.#completedBefore(now - completedJobMs)];
    for (let from = 0; from < ids.length; from += rowsPerTransaction) {
      await this.#runner.transact((tx) => {
        for (const id of ids.slice(from, from + rowsPerTransaction)) tx.system.remove(id);
      });
    }
  }

  *#completedBefore(ms: number): Generator<string> {
    for (const job of readAllJobs(this.#runner.database, this.#runner.clock())) {
      // Oldest first, and nothing completes before it is created.
      if (job.creationTime > ms) return;
      if (job.completedTime !== null && job.completedTime < ms) yield job.id;
    }
  }
}
