import { Rotation } from "./rotation.ts";

// Captured at load: inside of executions and under a test's fake timers these globals are others.
const { setImmediate } = globalThis;
const now = performance.now.bind(performance);

/** Milliseconds that functions may keep the thread before other waiting work gets a turn. */
const sliceMs = 10;

/** The start of the current turn; null between turns. */
let turnStartedMs: number | null = null;
/** Executions that gave up their turn, by taker. */
const waiting = new Rotation<() => void>();

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
 * so much work of one taker delays only that taker. Each turn belongs to one execution with all of its time: if several
 * shared one, the first would use it up, and a query beside endless mutations would make one step a turn.
 */
export function nextTurn(taker: string): Promise<void> {
  if (turnStartedMs === null) beginTurn();
  return new Promise((resolve) => waiting.add(taker, resolve));
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
