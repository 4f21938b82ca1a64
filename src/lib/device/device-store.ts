import type * as z from "zod/mini";
import { createStore, type Followed } from "../store.ts";

/** A value that this device keeps for the next visit. */
export interface DeviceStore<Value> extends Followed<Value> {
  set: (next: Value) => void;
}

/** A value kept in the browser under a key; `first` stands for one that is not there or is of another shape. */
export function createDeviceStore<Shape extends z.ZodMiniType>(
  key: string,
  shape: Shape,
  first: z.output<Shape>,
): DeviceStore<z.output<Shape>> {
  const store = createStore<z.output<Shape>>(read());
  return {
    snapshot: store.snapshot,
    subscribe: store.subscribe,
    set: (next) => {
      store.set(next);
      try {
        window.localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be switched off or full: the value then lives as long as the window.
      }
    },
  };

  function read(): z.output<Shape> {
    try {
      const kept = shape.safeParse(JSON.parse(window.localStorage.getItem(key) ?? "null"));
      return kept.success ? kept.data : first;
    } catch {
      return first;
    }
  }
}
