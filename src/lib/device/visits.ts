import { number, objectOf, recordOf, type Shaped } from "../shape.ts";
import { createDeviceStore } from "./device-store.ts";

/** Somebody who was away for this long is told what happened meanwhile. */
const awayMs = 4 * 3_600_000;

const visit = objectOf(
  {
    /** The last moment at which the person had the app before them. */
    seenAt: number,
  },
  {
    /** The beginning of an absence whose changes the person has not dismissed. */
    awaySince: number,
  },
);

/** The visits of each person on this device, by the person's id. */
const store = createDeviceStore("visits", recordOf(visit), {});

export const visits = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Notes that a person has the app before them; an absence of hours ends with it. */
  note: (userId: string, now = Date.now()): void => {
    const known = store.snapshot()[userId];
    const hasBeenAway = known !== undefined && now - known.seenAt >= awayMs;
    const awaySince = hasBeenAway ? known.seenAt : known?.awaySince;
    set(userId, { seenAt: now, ...(awaySince !== undefined && { awaySince }) });
  },

  /** Notes that a person has read, or does not want to read, what happened meanwhile. */
  dismiss: (userId: string): void => {
    const known = store.snapshot()[userId];
    if (known !== undefined) set(userId, { seenAt: known.seenAt });
  },
};

function set(userId: string, next: Shaped<typeof visit>): void {
  store.set({ ...store.snapshot(), [userId]: next });
}
