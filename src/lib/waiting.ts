import { createStore } from "./store.ts";

/** The things done here that the server has not confirmed. */
export interface Waiting {
  /** The number of those on their way, or waiting for a network. */
  count: number;
  /** The number of those that the server refused, which wait for a person. */
  refused: number;
  /** Opens the list of them; null while there is no list. */
  open: (() => void) | null;
}

const store = createStore<Waiting>({ count: 0, refused: 0, open: null });

/** The things of this device that wait; who keeps them sets it, the status of the connection shows it. */
export const waiting = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  set: (news: Partial<Waiting>) => store.set({ ...store.snapshot(), ...news }),
};
