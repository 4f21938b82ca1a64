import { type FunctionReference, getFunctionName } from "convex/server";
import type { Line } from "../../../src/lib/outbox/line.ts";

/** A call as the server gets it. */
export interface Call {
  name: string;
  args: Record<string, unknown>;
  /** The person whose session sends it. */
  by: string;
}

/** Returns the answer to a call, or throws an error of the server. */
export type Serve = (call: Call) => unknown;

interface Pending {
  call: Call;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** Runs the steps of independent parts in an unpredictable order. */
export type Later = (step: () => void) => void;

/**
 * A live connection with the semantics of the Convex client: after a reconnect it repeats calls without an answer. A
 * call that is in transit during a cut arrives or does not; its answer is lost.
 */
export class FakeLine implements Line {
  readonly #serve: Serve;
  readonly #later: Later;
  readonly #by: string;
  readonly #arrives: () => boolean;
  readonly #pending = new Set<Pending>();
  readonly #listeners = new Set<() => void>();
  #connection: object | null = {};
  /** Returns what is known about the device's clock; nothing by default. */
  clockLag: Line["clockLag"] = () => undefined;
  #isAlive = true;

  constructor(by: string, world: { serve: Serve; later: Later; arrives?: () => boolean }) {
    this.#by = by;
    this.#serve = world.serve;
    this.#later = world.later;
    this.#arrives = world.arrives ?? (() => true);
  }

  readonly isSignedInAs = (person: string): boolean => this.#by === person;

  readonly isConnected = (): boolean => this.#connection !== null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly mutation = (async (mutation: FunctionReference<"mutation">, args: Call["args"]) =>
    await new Promise<unknown>((resolve, reject) => {
      const call = { name: getFunctionName(mutation), args, by: this.#by };
      const pending = { call, resolve, reject };
      this.#pending.add(pending);
      this.#send(pending);
    })) as Line["mutation"];

  cut(): void {
    this.#change(null);
  }

  restore(): void {
    if (!this.#isAlive || this.#connection !== null) return;
    const unanswered = [...this.#pending];
    this.#change({});
    for (const each of unanswered) this.#send(each);
  }

  /** The tab is closed: it stops all work, but calls that it has sent may arrive. */
  kill(): void {
    this.#isAlive = false;
    this.#listeners.clear();
    this.#connection = null;
  }

  #change(connection: object | null): void {
    this.#connection = connection;
    for (const listener of this.#listeners) listener();
  }

  #send(pending: Pending): void {
    const connection = this.#connection;
    if (connection === null) return;
    this.#later(() => {
      if (this.#connection !== connection && !this.#arrives()) return;
      const end = this.#carriedOut(pending);
      this.#later(() => {
        if (this.#connection !== connection || !this.#pending.delete(pending)) return;
        end();
      });
    });
  }

  #carriedOut({ call, resolve, reject }: Pending): () => void {
    try {
      const answer = this.#serve(call);
      return () => resolve(answer);
    } catch (error) {
      return () => reject(error);
    }
  }
}
