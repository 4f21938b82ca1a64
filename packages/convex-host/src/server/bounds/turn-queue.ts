import { EqualTimeouts } from "./equal-timeouts.ts";
import { LateTurns, WaitingCallers } from "./waiting-callers.ts";

export type TurnLimits = {
  /** The calls that have a turn at once, of all and of one caller. */
  atOnce: number;
  atOnceOfOne: number;
  /** The calls of one caller that go on behind the end of their turn. */
  overdueOfOne: number;
  waitingOfOne: number;
  /** Milliseconds after which a turn ends, even when its call does not. */
  longestMs: number;
  /** True puts the caller with the fewest recent turns first, where one client can pose as thousands of callers. */
  fewestFirst?: boolean;
};

/** A caller that waits for a turn. A call whose answer may wait unread has a reader. */
export type TurnTaker = { name: string; isGone: () => boolean; reader?: Reader };

/** The client that reads an answer. */
export type Reader = {
  /** The bytes that the client has taken; null while it waits for the answer, not the answer for it. */
  taken: () => number | null;
  cut: () => void;
};

/** An overdue call: what its client had taken at the last look that found something new. */
type Overdue = { reader: Reader | undefined; taken: number | null; sinceMs: number };
type Waiter = Omit<TurnTaker, "name"> & { settle: (end: (() => void) | null) => void };
type Caller = { running: number; overdue: Set<Overdue>; waiters: Waiter[] };

/** Milliseconds after which an answer of which nothing was read makes room for another call of its caller. */
const stillMs = 30_000;

/**
 * Gives turns to callers in rotation, however many calls each has waiting. With `fewestFirst`, callers with few recent
 * turns go first, so that a newcomer does not wait for thousands that ask again and again. A call that lasts longer
 * than a turn mostly waits for something other than the function thread: it then takes no turn from others, and a
 * caller may have a number of such calls.
 */
export class TurnQueue {
  readonly #limits: TurnLimits;
  readonly #longest: EqualTimeouts;
  readonly #callers = new Map<string, Caller>();
  readonly #waiting: WaitingCallers<Caller>;
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#longest = new EqualTimeouts(limits.longestMs);
    this.#waiting = new WaitingCallers(limits.fewestFirst === true ? new LateTurns() : null);
  }

  /** True when no more calls of this caller may wait. */
  isFull(name: string): boolean {
    const caller = this.#callers.get(name);
    if (caller === undefined || caller.waiters.length < this.#limits.waitingOfOne) return false;
    this.#dismissGone(name, caller);
    return caller.waiters.length >= this.#limits.waitingOfOne;
  }

  /** Resolves when the turn begins, with the function that ends it; with null when the client is gone. */
  take({ name, ...taker }: TurnTaker): Promise<(() => void) | null> {
    const caller = this.#callers.get(name) ?? { running: 0, overdue: new Set(), waiters: [] };
    this.#callers.set(name, caller);
    return new Promise((settle) => {
      caller.waiters.push({ ...taker, settle });
      this.#waiting.add(name, caller);
      this.#advance();
      if (caller.overdue.size >= this.#limits.overdueOfOne) cutStill(caller.overdue);
    });
  }

  /**
   * Dismisses waiters whose client is gone. A caller may have no turn for long, and they would keep its other calls
   * out.
   */
  #dismissGone(name: string, caller: Caller): void {
    const { waiters } = caller;
    caller.waiters = waiters.filter(({ isGone }) => !isGone());
    for (const { isGone, settle } of waiters) if (isGone()) settle(null);
    this.#forget(name, caller);
  }

  #advance(): void {
    while (this.#running < this.#limits.atOnce) {
      const next = this.#takeNext();
      if (next === null) return;
      const { name, caller, waiter } = next;
      if (!waiter.isGone()) waiter.settle(this.#begin(name, caller, waiter));
      else {
        waiter.settle(null);
        this.#forget(name, caller);
      }
    }
  }

  /** Takes the next waiter of the first caller in order that may have one more turn. */
  #takeNext(): { name: string; caller: Caller; waiter: Waiter } | null {
    for (const [name, caller] of this.#waiting.inOrder()) {
      if (caller.running >= this.#limits.atOnceOfOne) continue;
      if (caller.overdue.size >= this.#limits.overdueOfOne) continue;
      const waiter = caller.waiters.shift()!;
      this.#toTheEnd(name, caller);
      return { name, caller, waiter };
    }
    return null;
  }

  #begin(name: string, caller: Caller, { reader }: Waiter): () => void {
    this.#running += 1;
    caller.running += 1;
    this.#waiting.tookTurn(name);
    this.#toTheEnd(name, caller);
    let state: "running" | "overdue" | "over" = "running";
    const late: Overdue = { reader, taken: null, sinceMs: 0 };
    const change = (next: "overdue" | "over") => {
      if (state === "over") return;
      if (state === "running") {
        this.#running -= 1;
        caller.running -= 1;
      } else caller.overdue.delete(late);
      if (next === "overdue") {
        look(late);
        caller.overdue.add(late);
      }
      state = next;
      this.#toTheEnd(name, caller);
      this.#forget(name, caller);
      this.#advance();
    };
    const endTurn = this.#longest.add(() => change("overdue"));
    return () => {
      endTurn();
      change("over");
    };
  }

  #toTheEnd(name: string, caller: Caller): void {
    this.#waiting.remove(name);
    if (caller.waiters.length > 0) this.#waiting.add(name, caller);
  }

  #forget(name: string, { running, overdue, waiters }: Caller): void {
    if (waiters.length === 0) this.#waiting.remove(name);
    if (running === 0 && overdue.size === 0 && waiters.length === 0) this.#callers.delete(name);
  }
}

/** Cuts the answers of which nothing was read for a while: a phone that lost its network leaves them for minutes. */
function cutStill(overdue: ReadonlySet<Overdue>): void {
  for (const call of [...overdue]) {
    look(call);
    const ms = performance.now() - call.sinceMs;
    if (call.taken !== null && ms >= stillMs) call.reader?.cut();
  }
}

/** Keeps what the client of a call has taken by now, if that is something new. */
function look(call: Overdue): void {
  const taken = call.reader?.taken() ?? null;
  if (taken !== null && taken === call.taken) return;
  call.taken = taken;
  call.sinceMs = performance.now();
}
