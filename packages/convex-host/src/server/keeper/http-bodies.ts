import type { BodyMessage } from "../../wire/body-stream.ts";
import type { RunningThread } from "./running-thread.ts";

/** The main thread's side of the bodies of an HTTP action. */
export interface BodyListener {
  body(message: BodyMessage): void;
  /** The thread that ran the action is gone. */
  gone(): void;
}

type Exchange = {
  listener: BodyListener;
  /** The parts that came before a thread took the call; null once one has. */
  waiting: { message: BodyMessage; transfer: ArrayBuffer[] }[] | null;
};

/** The bodies of the HTTP actions under way, by the number of their call. */
export class HttpBodies {
  readonly #exchanges = new Map<number, Exchange>();

  open(call: number, listener: BodyListener, { isSent }: { isSent: boolean }): void {
    this.#exchanges.set(call, { listener, waiting: isSent ? null : [] });
  }

  /** Passes on a part to the thread; it waits with its call while there is none. */
  send(message: BodyMessage, transfer: ArrayBuffer[], thread: RunningThread | null): void {
    const waiting = this.#exchanges.get(message.call)?.waiting ?? null;
    if (waiting === null) thread?.post(message, transfer);
    else waiting.push({ message, transfer });
  }

  /** Sends to a new thread what waited for it, behind the calls themselves. */
  sendWaiting(thread: RunningThread): void {
    for (const exchange of this.#exchanges.values()) {
      for (const { message, transfer } of exchange.waiting ?? []) thread.post(message, transfer);
      exchange.waiting = null;
    }
  }

  receive(message: BodyMessage): void {
    this.#exchanges.get(message.call)?.listener.body(message);
  }

  /** Forgets an exchange that is over. True when no thread had taken its call yet. */
  close(call: number): boolean {
    const exchange = this.#exchanges.get(call);
    this.#exchanges.delete(call);
    return exchange !== undefined && exchange.waiting !== null;
  }

  /** Ends the exchanges that the lost thread had begun. */
  lose(): void {
    for (const [call, { listener, waiting }] of this.#exchanges) {
      if (waiting !== null) continue;
      this.#exchanges.delete(call);
      listener.gone();
    }
  }
}
