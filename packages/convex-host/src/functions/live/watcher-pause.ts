import type { DueClients } from "./due-clients.ts";
import type { LiveClient } from "./live-client.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/** Milliseconds from one time at which watching clients are served to the next, while several clients write at once. */
const everyMs = 20;

export type WatcherPauseOptions = {
  due: Pick<DueClients, "hasManyUrgent" | "longestWaitMs" | "some">;
  /** Does something later. */
  after: (ms: number, work: () => void) => void;
  /** Serves whoever is due. */
  serve: () => void;
};

/**
 * Clients that only watch pause between their updates while several clients write at once. Each flush would otherwise send all of
 * a list anew to everybody, which takes more than the writes do. Nobody pauses who waits for an own write or has asked something,
 * nor where not everybody was served the last time: then turns decide.
 */
export class WatcherPause {
  readonly #options: WatcherPauseOptions;
  #isOn = false;
  #hasAlarm = false;
  #startedMs = -Infinity;
  #hasLeftOne = false;
  /** The end of the last slice, when everybody who waited was served in it. */
  #servedMs = -Infinity;

  constructor(options: WatcherPauseOptions) {
    this.#options = options;
  }

  /** True when all who wait are held: nothing is to be done before the end of the pause. */
  get holdsAll(): boolean {
    return this.#isOn && !this.#options.due.some((client) => !this.holds(client));
  }

  readonly holds = ({ owesTransition }: Pick<LiveClient, "owesTransition">): boolean =>
    this.#isOn && !owesTransition;

  /** A slice of this moment begins. A pause goes on to its end. */
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

  /** Has those who are held served at the end of the pause. */
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
