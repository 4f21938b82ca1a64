import type { Operation } from "./operation.ts";

/** The interval in ms between attempts: an administrator makes room within minutes, or it takes hours. */
const AGAIN_MS = 5 * 60_000;

/**
 * Sends again, now and then, the operations that the server had no room for. The first of them tells if there is room:
 * each further one is sent once the one before has arrived, so that a full server gets one file and not all of them.
 */
export class Roomless {
  readonly #list: () => readonly Operation[];
  readonly #send: (operation: Operation) => Promise<void>;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isTrying = false;

  constructor(way: {
    list: () => readonly Operation[];
    send: (operation: Operation) => Promise<void>;
  }) {
    this.#list = way.list;
    this.#send = way.send;
  }

  /** Tries now, and from now on at each interval. */
  begin(): void {
    this.end();
    this.#timer = setInterval(() => void this.try(), AGAIN_MS);
    void this.try();
  }

  /** Sends them one after the other, until one stays. */
  async try(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    let tried: string | undefined;
    for (;;) {
      const [next] = this.#list();
      if (next === undefined || next.id === tried) break;
      tried = next.id;
      await this.#send(next);
    }
    this.#isTrying = false;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** True for an operation that the server had no room for; it stays refused until it arrives. */
export function isWithoutRoom({ state, refusal }: Operation): boolean {
  return state === "refused" && refusal?.code === "no_room";
}
