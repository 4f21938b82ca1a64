import { createStore } from "../store.ts";

const store = createStore<ReadonlySet<string>>(new Set());

/**
 * The names of the typed texts that the outbox had when this page opened it. A page that ended right after it had put a
 * text there has left the text among the unsaved ones too.
 */
export const handedOver = {
  subscribe: store.subscribe,
  has: (name: string): boolean => store.snapshot().has(name),
  note: (names: readonly string[]): void => {
    if (names.length > 0) store.set(new Set([...store.snapshot(), ...names]));
  },
};
