import { LeftOutLines } from "./left-out-lines.ts";
import type { JsonObject } from "../../values/json.ts";

/**
 * The most lines that wait, in all and of one person or address. More of them are counted and left to the operator's
 * log.
 */
const maxWaiting = 200;
const maxWaitingOfOne = 50;
const batchSize = 50;

/**
 * Passes audit lines to the app's own function, one batch at a time, so that refusals cost at most one turn at a time.
 */
export class AuditKeeper {
  readonly #keep: (entries: JsonObject[]) => Promise<unknown>;
  #waiting: JsonObject[] = [];
  readonly #leftOut = new LeftOutLines();
  #isRunning = false;

  /** `keep` never rejects for an error of the function. */
  constructor(keep: (entries: JsonObject[]) => Promise<unknown>) {
    this.#keep = keep;
  }

  add(lines: readonly JsonObject[]): void {
    for (const line of lines)
      if (this.#hasRoomFor(line)) this.#waiting.push(withoutNulls(line));
      else this.#leftOut.add(line);
    if (!this.#isRunning) void this.#run();
  }

  #hasRoomFor(line: JsonObject): boolean {
    const sender = senderOf(line);
    const ofSender = this.#waiting.filter((waiting) => senderOf(waiting) === sender).length;
    return this.#waiting.length < maxWaiting && ofSender < maxWaitingOfOne;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#waiting.length > 0 || !this.#leftOut.isEmpty) {
        const counts = this.#leftOut.lines();
        this.#leftOut.clear();
        await this.#keep([...this.#waiting.splice(0, batchSize), ...counts]);
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

/** The person or the address that a line is about, as far as it names one. */
function senderOf({ userId, address }: JsonObject): string {
  return JSON.stringify(userId ?? address ?? null);
}

/** Removes null fields: optional arguments of a function are absent, not null. */
function withoutNulls(line: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));
}
