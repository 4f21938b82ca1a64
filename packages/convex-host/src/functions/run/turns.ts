import { RecentTime } from "./recent-time.ts";
import { groupOf, Rotation } from "./rotation.ts";

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
/** The time that callers had lately in turns for which they had waited. */
const timeOfCallers = new RecentTime(now);
/**
 * Those of callers, by caller. Each has a place for any of them in `waiting`. A caller that had little time lately waits
 * for few of the others: a change over HTTP is a call that asks for several turns, one after the other.
 */
const waitingOfCallers = new Rotation<() => void>((group) => timeOfCallers.levelOf(group));
/** The taker to which the current turn was given; null for a turn that began while nothing waited. */
let turnOf: string | null = null;

/**
 * Returns true when the thread's current turn has become long, or was given to another taker. Awaiting a system call
 * alone gives nothing else a turn: a mutation with thousands of writes would hold up sockets, time limits and the
 * watchdog's pulse.
 */
export function isTurnLong(taker = turnOf): boolean {
  if (turnStartedMs === null) {
    beginTurn();
    return false;
  }
  const isOfOther = turnOf !== null && turnOf !== taker;
  return isOfOther || now() - turnStartedMs > sliceMs;
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
    const resume = () => {
      turnOf = taker;
      resolve();
    };
    if (kinds.has(taker)) return waiting.add(taker, resume);
    waitingOfCallers.add(taker, resume);
    waiting.add(callers, () => waitingOfCallers.take()?.());
  });
}

function beginTurn(): void {
  turnStartedMs = now();
  setImmediate(endTurn);
}

function endTurn(): void {
  if (turnOf !== null && turnStartedMs !== null && !kinds.has(turnOf))
    timeOfCallers.add(groupOf(turnOf), now() - turnStartedMs);
  turnOf = null;
  turnStartedMs = null;
  const resume = waiting.take();
  if (resume === undefined) return;
  beginTurn();
  resume();
}
