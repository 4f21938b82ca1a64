/** The end of an operation: the server has it, or it was taken back before. */
export type Outcome = "confirmed" | "discarded";

/** The screen that waits for the end of an operation. */
export interface Waiter {
  /** True while it holds what was typed in the operation; left out where it never does. */
  isHeld?: () => boolean;
  /** It shows what was refused itself, so that it stays. */
  keepsRefusal?: boolean;
}

/** The end of an operation for a screen; "kept" was refused, and is told and listed by the outbox. */
export type Answered = Outcome | "waiting" | "kept";

interface Awaited {
  promise: Promise<Outcome>;
  resolve: (outcome: Outcome) => void;
  reject: (error: Error) => void;
}

/** The ends of operations that somebody in this tab waits for, by operation. */
export class Outcomes {
  readonly #byId = new Map<string, Awaited>();

  /** The end of an operation, from whichever tab it comes. */
  of(id: string): Promise<Outcome> {
    return this.#awaited(id).promise;
  }

  settle(id: string, outcome: Outcome): void {
    this.#byId.get(id)?.resolve(outcome);
  }

  fail(id: string, error: Error): void {
    this.#byId.get(id)?.reject(error);
  }

  /** Begins anew: another try has an end of its own. */
  renew(id: string): void {
    this.#byId.delete(id);
  }

  #awaited(id: string): Awaited {
    const known = this.#byId.get(id);
    if (known) return known;
    const awaited = newAwaited();
    // Nobody need wait for it.
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
