import type { BodyMessage } from "../../wire/body-stream.ts";
import type { RunningThread } from "./running-thread.ts";

/** The main thread's side of the bodies of an HTTP action. */
export interface BodyListener {
  body(message: BodyMessage): void;
  /** Called when the thread that ran the action is gone. */
  gone(): void;
}

type Exchange = {
  listener: BodyListener;
  /** The messages that came before a thread took the call; null once one has. */
  waiting: { message: BodyMessage; transfer: ArrayBuffer[] }[] | null;
};

/** The bodies of the HTTP actions under way, by the number of their call. */
export class HttpBodies {
  readonly #exchanges = new Map<number, Exchange>();

  open(call: number, listener: BodyListener, { isSent }: { isSent: boolean }): void {
    this.#exchanges.set(call, { listener, waiting: isSent ? null : [] });
  }

  /** Sends a message to the thread. Before a thread has taken the call, it waits with the call. */
  send(message: BodyMessage, transfer: ArrayBuffer[], thread: RunningThread | null): void {
    const waiting = this.#exchanges.get(message.call)?.waiting ?? null;
    if (waiting === null) thread?.post(message, transfer);
    else waiting.push({ message, transfer });
  }

  /** Sends the waiting messages to a new thread, after the calls themselves. */
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

  /** Ends the exchanges that the lost thread had taken. */
  lose(): void {
    for (const [call, { listener, waiting }] of this.#exchanges) {
      if (waiting !== null) continue;
      this.#exchanges.delete(call);
      listener.gone();
    }
  }
}
