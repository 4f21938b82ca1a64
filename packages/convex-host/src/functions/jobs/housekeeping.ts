import { type JobRow, readOldestJobs } from "./job-table.ts";
import type { JobRunner } from "./job-runner-door.ts";
import { pause } from "../../slices.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const completedJobMs = 7 * dayMs;
// A page that was asleep may send a request again as long as it lives; a sign-in, without which it may not, ends after seven.
const requestRecordMs = 8 * dayMs;
// It may be as long as a list: after a day whoever asks again hears only that the change was stored.
const largeAnswerMs = dayMs;
/** Rows read and removed in one slice; other work has a turn between slices. */
const rowsPerSlice = 200;

// Taken now: a test's fake timers would otherwise run this interval for ever.
const { setInterval, clearInterval } = globalThis;

/**
 * Forgets what is kept for a while only: completed jobs after 7 days, answers of mutations after 8, long ones after
 * one.
 */
export class Housekeeping {
  readonly #runner: JobRunner;
  #timer: ReturnType<typeof setInterval> | null = null;
  #isSweeping = false;

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
    this.#timer = null;
  }

  /** Removes old rows in slices. A stop of the host ends the sweep early; the next sweep removes the rest. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    try {
      await this.#forgetRequests();
      await this.#removeJobs();
    } finally {
      this.#isSweeping = false;
    }
  }

  get #isStopped(): boolean {
    return this.#timer === null;
  }

  async #forgetRequests(): Promise<void> {
    const { database } = this.#runner;
    const now = this.#runner.clock();
    const before = { ms: now - requestRecordMs, largeMs: now - largeAnswerMs };
    while (!this.#isStopped && database.forgetRequests(before, rowsPerSlice) === rowsPerSlice)
      await pause();
  }

  async #removeJobs(): Promise<void> {
    const before = this.#runner.clock() - completedJobMs;
    let cursor: string | null = null;
    while (!this.#isStopped) {
      const { jobs, next } = readOldestJobs(this.#runner.database, { cursor, most: rowsPerSlice });
      const expired = jobs.filter((job) => isCompletedBefore(job, before));
      if (expired.length > 0)
        await this.#runner.transact((tx) => {
          for (const { id } of expired) tx.system.remove(id);
        });
      const last = jobs.at(-1);
      // Oldest first, and nothing completes before it is created.
      if (next === null || last === undefined || last.creationTime > before) return;
      cursor = next;
      await pause();
    }
  }
}

function isCompletedBefore({ completedTime }: JobRow, ms: number): boolean {
  return completedTime !== null && completedTime < ms;
}
