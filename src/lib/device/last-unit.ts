import * as z from "zod/mini";
import { createDeviceStore } from "./device-store.ts";

const shape = z.object({
  projectId: z.string(),
  unitId: z.string(),
  name: z.string(),
  projectName: z.string(),
});

/** The unit that was opened last on this device, with the names it had. */
export type LastUnit = z.output<typeof shape>;

const store = createDeviceStore<z.ZodMiniNullable<typeof shape>>(
  "lastUnit",
  z.nullable(shape),
  null,
);

/** The unit that was opened last: the first that the camera of the bottom bar offers. */
export const lastUnit = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Remembers a unit, here and for the next visit; null forgets it. */
  set: (unit: LastUnit | null): void => {
    if (JSON.stringify(unit) !== JSON.stringify(store.snapshot())) store.set(unit);
  },
};
