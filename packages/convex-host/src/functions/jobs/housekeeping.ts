import { type JobRow, readOldestJobs } from "./job-table.ts";
import type { JobRunner } from "./job-runner-door.ts";
import { pause } from "../../slices.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const completedJobMs = 7 * dayMs;
// A page that was asleep may resend a request for as long as its sign-in lasts, which is at most seven days.
const requestRecordMs = 8 * dayMs;
// A long answer may be a whole list. After a day, a resent request learns only that the change was stored.
const largeAnswerMs = dayMs;
/** Rows read and removed in one slice; other work has a turn between slices. */
const rowsPerSlice = 200;

// Captured at load: the fake timers of a test would run this interval endlessly.
const { setInterval, clearInterval } = globalThis;

/**
 * Removes records that are kept for a limited time: completed jobs after 7 days, answers of mutations after 8 days,
 * long answers after one day.
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
      // The jobs come oldest first, and none completes before it is created, so no later job has expired.
      if (next === null || last === undefined || last.creationTime > before) return;
      cursor = next;
      await pause();
    }
  }
}

function isCompletedBefore({ completedTime }: JobRow, ms: number): boolean {
  return completedTime !== null && completedTime < ms;
}
