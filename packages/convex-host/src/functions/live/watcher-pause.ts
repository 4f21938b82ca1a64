import type { DueClients } from "./due-clients.ts";
import type { LiveClient } from "./live-client.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/** The time in milliseconds between two updates of a client that only watches, while several clients write at once. */
const everyMs = 20;

export type WatcherPauseOptions = {
  due: Pick<DueClients, "hasManyUrgent" | "longestWaitMs" | "some">;
  /** Runs work after this time. */
  after: (ms: number, work: () => void) => void;
  /** Serves the clients that are due. */
  serve: () => void;
};

/**
 * Lets clients that only watch pause between their updates while several clients write at once. Otherwise each flush sends
 * the whole of a list to every client, which costs more than the writes. A client that waits for its own write, or has asked
 * something, never pauses. Nobody pauses when the last slice did not serve every waiting client: then turns decide.
 */
export class WatcherPause {
  readonly #options: WatcherPauseOptions;
  #isOn = false;
  #hasAlarm = false;
  #startedMs = -Infinity;
  #hasLeftOne = false;
  /** The end of the last slice; `-Infinity` when it did not serve every waiting client. */
  #servedMs = -Infinity;

  constructor(options: WatcherPauseOptions) {
    this.#options = options;
  }

  /** True when every waiting client is held, so that there is no work before the end of the pause. */
  get holdsAll(): boolean {
    return this.#isOn && !this.#options.due.some((client) => !this.holds(client));
  }

  readonly holds = ({ owesTransition }: Pick<LiveClient, "owesTransition">): boolean =>
    this.#isOn && !owesTransition;

  /** Notes that a slice begins. A pause that has begun goes on to its end. */
  begin(nowMs: number, ts: Timestamp): void {
    const isEarly = nowMs - this.#servedMs < everyMs;
    this.#isOn = isEarly && (this.#isOn || this.#options.due.hasManyUrgent(ts));
    this.#startedMs = nowMs;
    this.#hasLeftOne = false;
  }

  /** A client's turn was over before it was served. */
  leftOne(): void {
    this.#hasLeftOne = true;
  }

  /** The slice ends. Who waits since before it was not served in it. */
  end(nowMs: number): void {
    if (this.#isOn) return;
    const waitedMs = this.#options.due.longestWaitMs(nowMs);
    const areAllServed = !this.#hasLeftOne && waitedMs <= nowMs - this.#startedMs;
    this.#servedMs = areAllServed ? nowMs : -Infinity;
  }

  /** Serves the held clients at the end of the pause. */
  setAlarm(nowMs: number): void {
    if (this.#hasAlarm) return;
    this.#hasAlarm = true;
    const { after, serve } = this.#options;
    after(Math.max(1, Math.ceil(this.#servedMs + everyMs - nowMs)), () => {
      this.#hasAlarm = false;
      serve();
    });
  }
}
