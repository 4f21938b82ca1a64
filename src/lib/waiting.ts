import { createStore } from "./store.ts";

/** The number of operations that the server has not confirmed. */
export interface Waiting {
  /** The number of operations that are being sent or wait for a network. */
  count: number;
  /** The number of refused operations, which wait for a decision of the user. */
  refused: number;
  /** The number of accounts that have left work here, which may be the user's or another person's. */
  left: number;
  /** Opens the list of them; null while there is no list. */
  open: (() => void) | null;
}

const store = createStore<Waiting>({ count: 0, refused: 0, left: 0, open: null });

/** The waiting operations of this device. The outbox sets the numbers; the connection status shows them. */
export const waiting = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  set: (news: Partial<Waiting>) => store.set({ ...store.snapshot(), ...news }),
};
