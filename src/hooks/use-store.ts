import { useSyncExternalStore } from "react";
import type { Followed } from "../lib/store.ts";

/** The selected part of a store, live. `look` must return an equal result for the same value. */
export function useStore<Value, Seen>(store: Followed<Value>, look: (value: Value) => Seen): Seen {
  return useSyncExternalStore(store.subscribe, () => look(store.snapshot()));
}
