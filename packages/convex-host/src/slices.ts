// Taken now: a test's fake timers would otherwise hold back what is done in the background.
const { setImmediate, setTimeout } = globalThis;

/** A pause in which the thread is everybody else's. */
const pauseMs = 10;

/** Resolves after everything else that waits for the thread had a turn: between slices of what is waited for. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves after a while: between slices of work in the background, so that it takes a part of the time only. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}
