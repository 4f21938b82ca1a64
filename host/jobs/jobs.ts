import { Crons } from "./crons.ts";
import { Housekeeping } from "./housekeeping.ts";
import { Scheduler } from "./scheduler.ts";
import type { JobRunner } from "./types.ts";

/** Everything that runs without being called: scheduled functions, crons, forgetting. */
export class Jobs {
  readonly #parts: readonly { start(): void; stop(): void }[];

  constructor(runner: JobRunner) {
    this.#parts = [new Scheduler(runner), new Crons(runner), new Housekeeping(runner)];
  }

  start(): void {
    for (const part of this.#parts) part.start();
  }

  stop(): void {
    for (const part of this.#parts) part.stop();
  }
}
