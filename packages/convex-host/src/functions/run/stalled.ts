import { runOutside } from "./context.ts";
import { EndlessError } from "./errors.ts";
import type { PendingWork } from "./pending-work.ts";

// Captured at load, so that the fake timers of a test do not stop the host's own.
const { setInterval, clearInterval } = globalThis;

/** A function awaits a promise that nothing can settle. The text is official Convex's. */
export class StalledError extends EndlessError {
  constructor() {
    super("Returned promise will never resolve");
  }
}

/**
 * The number of checks before a function counts as stalled. Uncounted work, like reading a blob, is done by the last
 * one.
 */
const looks = 4;

/** An execution under watch. */
type Watched = {
  readonly pending: PendingWork;
  readonly onStall: (error: StalledError) => void;
  quietLooks: number;
  lastSeen: number | null;
};

/**
 * Checks all running executions in one interval: most end before the first check, and a timer for each would cost more.
 */
class Looks {
  readonly #watched = new Set<Watched>();
  readonly #everyMs: number;
  #timer: ReturnType<typeof setInterval> | null = null;
  #isIdle = true;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  add(watched: Watched): void {
    this.#watched.add(watched);
    this.#isIdle = false;
    // The timer must not belong to an execution that it checks.
    this.#timer ??= runOutside(() => setInterval(() => this.#look(), this.#everyMs).unref());
  }

  delete(watched: Watched): void {
    this.#watched.delete(watched);
  }

  #look(): void {
    for (const watched of this.#watched) look(watched);
    // The timer stops one check later than needed, because the next execution usually comes soon.
    if (this.#isIdle && this.#watched.size === 0) this.#stop();
    this.#isIdle = this.#watched.size === 0;
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

function look(watched: Watched): void {
  const seen = watched.pending.idleSince;
  watched.quietLooks = seen !== null && seen === watched.lastSeen ? watched.quietLooks + 1 : 0;
  watched.lastSeen = seen;
  if (watched.quietLooks >= looks) watched.onStall(new StalledError());
}

const looksByMs = new Map<number, Looks>();

/**
 * Calls back when nothing can settle a function any more: for `ms` milliseconds its thread had turns and it made no
 * step. Returns the function that ends the watch.
 */
export function watchForStall(
  pending: PendingWork,
  ms: number,
  onStall: (error: StalledError) => void,
): () => void {
  const shared = looksByMs.get(ms) ?? new Looks(ms / looks);
  looksByMs.set(ms, shared);
  const watched: Watched = { pending, onStall, quietLooks: 0, lastSeen: null };
  shared.add(watched);
  return () => shared.delete(watched);
}
