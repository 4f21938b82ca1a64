import { createStore, withEntry } from "./store.ts";

interface StaleReads {
  /** The number of times that each read is on the screen with an answer that could not be brought up to date. */
  shown: ReadonlyMap<string, number>;
  /** The reads that nobody may ask now. A failed read is only asked anew once nobody has been asking. */
  resting: ReadonlySet<string>;
}

const store = createStore<StaleReads>({ shown: new Map(), resting: new Set() });

/** The live reads of this window that had answered and fail now; `useLiveQuery` keeps it up to date. */
export const staleReads = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  /** Tells of one read; what it returns takes that back. */
  add: (key: string): (() => void) => {
    count(key, 1);
    return () => count(key, -1);
  },
  /** Asks for all of them anew: they rest until the hooks have let go of them. */
  askAnew: () => change({ resting: new Set(store.snapshot().shown.keys()) }),
  /** Ends the rest; to be called after a render in which nobody asked. */
  endRest: () => change({ resting: new Set() }),
};

function count(key: string, by: number): void {
  const { shown } = store.snapshot();
  const times = (shown.get(key) ?? 0) + by;
  change({ shown: withEntry(shown, key, times > 0 ? times : undefined) });
}

function change(by: Partial<StaleReads>): void {
  store.set({ ...store.snapshot(), ...by });
}
