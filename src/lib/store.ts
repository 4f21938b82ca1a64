/** A value that changes, and notifies listeners. */
export interface Followed<Value> {
  snapshot: () => Value;
  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
}

interface Store<Value> extends Followed<Value> {
  set: (next: Value) => void;
}

/**
 * A value of this window that outlives the components that show it. Each change sets a new value; values are never
 * mutated.
 */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    snapshot: () => value,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}

/** The map with this entry, or without the key when the entry is undefined. */
export function withEntry<Key, Entry>(
  map: ReadonlyMap<Key, Entry>,
  key: Key,
  entry: Entry | undefined,
): ReadonlyMap<Key, Entry> {
  const next = new Map(map);
  if (entry === undefined) next.delete(key);
  else next.set(key, entry);
  return next;
}
