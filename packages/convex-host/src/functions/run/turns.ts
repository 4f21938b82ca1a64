import { Rotation } from "./rotation.ts";

// Captured at load: inside of executions and under a test's fake timers these globals are others.
const { setImmediate } = globalThis;
const now = performance.now.bind(performance);

/** Milliseconds that functions may keep the thread before other waiting work gets a turn. */
const sliceMs = 10;

/** The start of the current turn; null between turns. */
let turnStartedMs: number | null = null;
/**
 * The takers of work that the host orders itself, each for all callers. They have turns beside all callers together: one
 * of hundreds of callers with long queries delays a change no more than one such caller does.
 */
export const kindsOfWork = {
  // One mutation runs at a time and all others wait for it.
  mutations: "mutations",
  jobs: "jobs",
  // They wait for each other, whichever clients watch them.
  liveQueries: "live queries",
} as const;
const kinds: ReadonlySet<string> = new Set(Object.values(kindsOfWork));
/** The taker of the turns that callers share. */
const callers = "callers";

/** Executions that gave up their turn, by kind of work. */
const waiting = new Rotation<() => void>();
/** Those of callers, by caller. Each has a place for any of them in `waiting`. */
const waitingOfCallers = new Rotation<() => void>();

/**
 * Returns true when the thread's current turn has become long. Awaiting a system call alone gives nothing else a turn:
 * a mutation with thousands of writes would hold up sockets, time limits and the watchdog's pulse.
 */
export function isTurnLong(): boolean {
  if (turnStartedMs !== null) return now() - turnStartedMs > sliceMs;
  beginTurn();
  return false;
}

/**
 * Resolves after every other waiting taker had a turn. Takers have turns in rotation, however many executions each has,
 * so much work of one taker delays only that taker. All callers together have the turns of one kind of work. Each turn
 * belongs to one execution with all of its time: if several shared one, the first would use it up, and a query beside
 * endless mutations would make one step a turn.
 */
export function nextTurn(taker: string): Promise<void> {
  if (turnStartedMs === null) beginTurn();
  return new Promise((resolve) => {
    if (kinds.has(taker)) return waiting.add(taker, resolve);
    waitingOfCallers.add(taker, resolve);
    waiting.add(callers, () => waitingOfCallers.take()?.());
  });
}

function beginTurn(): void {
  turnStartedMs = now();
  setImmediate(endTurn);
}

function endTurn(): void {
  turnStartedMs = null;
  const resume = waiting.take();
  if (resume === undefined) return;
  beginTurn();
  resume();
}
