import type { JsonObject } from "../../values/json.ts";

/** Lines that may wait: more are left to the operator's log. */
const maxWaiting = 200;
const batchSize = 50;

/** Hands audit lines to the app's own function, one batch after another, so that refusals cost at most one turn at a time. */
export class AuditKeeper {
  readonly #keep: (entries: JsonObject[]) => Promise<unknown>;
  #waiting: JsonObject[] = [];
  #isRunning = false;

  /** `keep` never rejects for what the function does. */
  constructor(keep: (entries: JsonObject[]) => Promise<unknown>) {
    this.#keep = keep;
  }

  add(lines: readonly JsonObject[]): void {
    const room = maxWaiting - this.#waiting.length;
    this.#waiting.push(...lines.slice(0, room).map(withoutNulls));
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#waiting.length > 0) await this.#keep(this.#waiting.splice(0, batchSize));
    } finally {
      this.#isRunning = false;
    }
  }
}

/** Optional arguments of a function are absent, not null. */
function withoutNulls(line: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));
}
