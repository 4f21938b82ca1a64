import { CrashNote } from "./crash-note.ts";
import { Crons } from "./crons.ts";
import { Housekeeping } from "./housekeeping.ts";
import { Scheduler } from "./scheduler.ts";
import type { JobRunner } from "./job-runner-door.ts";

/** Everything that runs without being called: scheduled functions, cron jobs, the removal of old records. */
export class Jobs {
  readonly #crashNote: CrashNote;
  readonly #scheduler: Scheduler;
  readonly #parts: readonly { start(): void; stop(): void }[];
  #isStarted = false;

  constructor(runner: JobRunner) {
    this.#crashNote = new CrashNote({
      meta: runner.database.meta,
      clock: () => runner.clock(),
      suspectWaitMs: runner.suspectWaitMs,
      onError: (error) => runner.log.error("job.not-noted", { error: String(error) }),
    });
    this.#scheduler = new Scheduler(runner, this.#crashNote);
    this.#parts = [this.#scheduler, new Crons(runner, this.#crashNote), new Housekeeping(runner)];
  }

  get running(): number {
    return this.#scheduler.running;
  }

  start(): void {
    this.#isStarted = true;
    this.#crashNote.open();
    for (const part of this.#parts) part.start();
  }

  stop(): void {
    for (const part of this.#parts) part.stop();
    if (this.#isStarted) this.#crashNote.close();
    this.#isStarted = false;
  }
}
