import { CrashNote } from "./crash-note.ts";
import { Crons } from "./crons.ts";
import { Housekeeping } from "./housekeeping.ts";
import { Scheduler } from "./scheduler.ts";
import type { JobRunner } from "./job-runner-door.ts";

/** Everything that runs without being called: scheduled functions, crons, forgetting. */
export class Jobs {
  readonly #crashNote: CrashNote;
  readonly #parts: readonly { start(): void; stop(): void }[];
  #isStarted = false;

  constructor(runner: JobRunner) {
    this.#crashNote = new CrashNote({
      meta: runner.database.meta,
      clock: () => runner.clock(),
      suspectWaitMs: runner.suspectWaitMs,
      onError: (error) => runner.log.error("job.not-noted", { error: String(error) }),
    });
    this.#parts = [
      new Scheduler(runner, this.#crashNote),
      new Crons(runner, this.#crashNote),
      new Housekeeping(runner),
    ];
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
