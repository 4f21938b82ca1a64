import { objectOf, orNull, type Shaped, text } from "../shape.ts";
import { createDeviceStore } from "./device-store.ts";

const shape = objectOf({ projectId: text, unitId: text, name: text, projectName: text });

/** The unit that was opened last on this device, with the names it had. */
export type LastUnit = Shaped<typeof shape>;

const store = createDeviceStore<LastUnit | null>("lastUnit", orNull(shape), null);

/** The last opened unit, which the camera of the bottom bar offers first. */
export const lastUnit = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Remembers a unit, in this window and for the next visit; null forgets it. */
  set: (unit: LastUnit | null): void => {
    if (JSON.stringify(unit) !== JSON.stringify(store.snapshot())) store.set(unit);
  },
};
