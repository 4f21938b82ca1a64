// Taken now: inside of executions and under a test's fake timers they mean something else.
const { setImmediate } = globalThis;
const now = performance.now.bind(performance);

/** How long functions may keep the thread before everything else that waits gets a turn. */
const sliceMs = 10;

let turnStartedMs: number | null = null;

/**
 * Whether the thread's current turn has become long. Awaiting a system call alone gives nothing else a turn: a mutation with
 * thousands of writes would hold up sockets, time limits and the watchdog's pulse.
 */
export function isTurnLong(): boolean {
  if (turnStartedMs === null) {
    turnStartedMs = now();
    setImmediate(() => {
      turnStartedMs = null;
    });
    return false;
  }
  return now() - turnStartedMs > sliceMs;
}

/** Resolves after everything else that is waiting had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
