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

/**
 * Tells when nothing can bring a function on any more, after `ms` in which its thread had turns and it made no step; until the
 * returned function is called.
 */
export function watchForStall(
  pending: PendingWork,
  ms: number,
  onStall: (error: StalledError) => void,
): () => void {
  let quietLooks = 0;
  let lastSeen: number | null = null;
  const timer = setInterval(() => {
    const seen = pending.idleSince;
    quietLooks = seen !== null && seen === lastSeen ? quietLooks + 1 : 0;
    lastSeen = seen;
    if (quietLooks >= looks) onStall(new StalledError());
  }, ms / looks);
  return () => clearInterval(timer);
}
