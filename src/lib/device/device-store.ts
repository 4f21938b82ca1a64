import type { Shape } from "../shape.ts";
import { createStore, type Followed } from "../store.ts";

/** A value that this device keeps for the next visit. */
export interface DeviceStore<Value> extends Followed<Value> {
  set: (next: Value) => void;
}

/** A value kept in the browser under a key; `first` replaces a value that is missing or of another shape. */
export function createDeviceStore<Value>(
  key: string,
  shape: Shape<Value>,
  first: NoInfer<Value>,
): DeviceStore<Value> {
  const store = createStore<Value>(read());
  return {
    snapshot: store.snapshot,
    subscribe: store.subscribe,
    set: (next) => {
      store.set(next);
      try {
        window.localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be blocked or full: the value then lasts as long as the window.
      }
    },
  };

  function read(): Value {
    try {
      const kept = shape(JSON.parse(window.localStorage.getItem(key) ?? "null"));
      return kept === undefined ? first : kept;
    } catch {
      return first;
    }
  }
}
