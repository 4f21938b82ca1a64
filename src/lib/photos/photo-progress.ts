import { createStore, withEntry } from "../store.ts";

const store = createStore<ReadonlyMap<string, number>>(new Map());

/** The sent share, from 0 to 1, of each photo that this tab is sending, by operation. */
export const photoProgress = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  set: (id: string, share: number): void => store.set(withEntry(store.snapshot(), id, share)),
  end: (id: string): void => store.set(withEntry(store.snapshot(), id, undefined)),
};
