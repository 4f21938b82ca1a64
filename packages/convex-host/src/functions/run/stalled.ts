import { runOutside } from "./context.ts";
import { EndlessError } from "./errors.ts";
import type { PendingWork } from "./pending-work.ts";

// Taken now, so that a test's fake timers do not stop the host's own.
const { setInterval, clearInterval } = globalThis;

/** A function that waits for what never comes. The text is official Convex's. */
export class StalledError extends EndlessError {
  constructor() {
    super("Returned promise will never resolve");
  }
}

/** Several looks: something that nobody counted, like the reading of a blob, is done by the last one. */
const looks = 4;

/** An execution that is looked at. */
type Watched = {
  readonly pending: PendingWork;
  readonly onStall: (error: StalledError) => void;
  quietLooks: number;
  lastSeen: number | null;
};

/** Looks at all executions that run, at one interval: most end before the first look, and a timer for each costs more than that. */
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
    // It belongs to none of the executions that it looks at.
    this.#timer ??= runOutside(() => setInterval(() => this.#look(), this.#everyMs).unref());
  }

  delete(watched: Watched): void {
    this.#watched.delete(watched);
  }

  #look(): void {
    for (const watched of this.#watched) look(watched);
    // One more look than need be: the next execution comes soon, as a rule.
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
 * Tells when nothing can bring a function on any more, after `ms` in which its thread had turns and it made no step; until the
 * returned function is called.
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
