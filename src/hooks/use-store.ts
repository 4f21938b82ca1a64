import { useSyncExternalStore } from "react";
import type { Followed } from "../lib/store.ts";

/** The part of a store that a component looks at, live. The same value must always look the same. */
export function useStore<Value, Seen>(store: Followed<Value>, look: (value: Value) => Seen): Seen {
  return useSyncExternalStore(store.subscribe, () => look(store.snapshot()));
}
