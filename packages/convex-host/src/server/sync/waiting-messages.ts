import type { Limits } from "../bounds/server-limits.ts";
import type { ClientMessage } from "./protocol.ts";

type Waiting = { message: ClientMessage; size: number };

/** Messages that came while a token is being checked, in order. */
export class WaitingMessages {
  readonly #limits: Pick<Limits, "waitingMessages" | "waitingBytes">;
  #messages: Waiting[] = [];
  #bytes = 0;

  constructor(limits: Pick<Limits, "waitingMessages" | "waitingBytes">) {
    this.#limits = limits;
  }

  /** Adds a message; false when there are more than may wait. */
  add(message: ClientMessage, size: number): boolean {
    this.#messages.push({ message, size });
    this.#bytes += size;
    const { waitingMessages, waitingBytes } = this.#limits;
    return this.#messages.length <= waitingMessages && this.#bytes <= waitingBytes;
  }

  /** Removes and returns all messages. */
  takeAll(): Waiting[] {
    this.#bytes = 0;
    return this.#messages.splice(0);
  }
}
