/** How often each read is on the screen with an answer that could not be brought up to date. */
const shownByKey = new Map<string, number>();
let resting: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** The live reads of this window that had answered and fail now; `useLiveQuery` keeps it up to date. */
export const staleReads = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  hasAny: () => shownByKey.size > 0,
  /** Tells of one read; what it returns takes that back. */
  add: (key: string): (() => void) => {
    count(key, 1);
    return () => count(key, -1);
  },
  /** Whether nobody may ask this now. A failed read is only asked anew once nobody has been asking. */
  isResting: (key: string | null) => key !== null && resting.has(key),
  /** Asks for all of them anew: they rest until the hooks have let go of them. */
  askAnew: () => {
    resting = new Set(shownByKey.keys());
    tell();
  },
  /** Ends the rest; to be called after a render in which nobody asked. */
  endRest: () => {
    resting = new Set();
    tell();
  },
};

function count(key: string, change: number): void {
  const shown = (shownByKey.get(key) ?? 0) + change;
  if (shown > 0) shownByKey.set(key, shown);
  else shownByKey.delete(key);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
