/** The outcome of an operation: the server has it, or it was withdrawn first. */
export type Outcome = "confirmed" | "discarded";

/** A screen that waits for the outcome of an operation. */
export interface Waiter {
  /** True while the screen holds the text that was typed in the operation; left out when it never does. */
  isHeld?: () => boolean;
  /** True keeps a refused operation, because the screen shows it itself. */
  keepsRefusal?: boolean;
}

/** The outcome of an operation for a screen. "kept" means that it was refused; the outbox reports and lists it. */
export type Answered = Outcome | "waiting" | "kept";

interface Awaited {
  promise: Promise<Outcome>;
  resolve: (outcome: Outcome) => void;
  reject: (error: Error) => void;
}

/** The outcomes that callers in this tab wait for, by operation. */
export class Outcomes {
  readonly #byId = new Map<string, Awaited>();

  /** The outcome of an operation, from any tab. */
  of(id: string): Promise<Outcome> {
    return this.#awaited(id).promise;
  }

  settle(id: string, outcome: Outcome): void {
    this.#byId.get(id)?.resolve(outcome);
  }

  fail(id: string, error: Error): void {
    this.#byId.get(id)?.reject(error);
  }

  /** Starts over: another attempt has its own outcome. */
  renew(id: string): void {
    this.#byId.delete(id);
  }

  #awaited(id: string): Awaited {
    const known = this.#byId.get(id);
    if (known) return known;
    const awaited = newAwaited();
    // A rejection without a waiting caller must not count as unhandled.
    awaited.promise.catch(() => undefined);
    this.#byId.set(id, awaited);
    return awaited;
  }
}

function newAwaited(): Awaited {
  let resolve: Awaited["resolve"] = () => undefined;
  let reject: Awaited["reject"] = () => undefined;
  const promise = new Promise<Outcome>((...ends) => {
    [resolve, reject] = ends;
  });
  return { promise, resolve, reject };
}
