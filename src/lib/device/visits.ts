import { number, objectOf, recordOf, type Shaped } from "../shape.ts";
import { createDeviceStore } from "./device-store.ts";

/** The absence in ms after which a person gets a summary of the changes. */
const awayMs = 4 * 3_600_000;

const visit = objectOf(
  {
    /** The last time in ms at which the app was visible to the person. */
    seenAt: number,
  },
  {
    /** The start in ms of an absence whose summary is not dismissed. */
    awaySince: number,
  },
);

/** The visits of each person on this device, by the person's id. */
const store = createDeviceStore("visits", recordOf(visit), {});

export const visits = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Records that the app is visible to a person. After hours without that, it marks an absence. */
  note: (userId: string, now = Date.now()): void => {
    const known = store.snapshot()[userId];
    const hasBeenAway = known !== undefined && now - known.seenAt >= awayMs;
    const awaySince = hasBeenAway ? known.seenAt : known?.awaySince;
    set(userId, { seenAt: now, ...(awaySince !== undefined && { awaySince }) });
  },

  /** Records that a person has dismissed the summary of an absence. */
  dismiss: (userId: string): void => {
    const known = store.snapshot()[userId];
    if (known !== undefined) set(userId, { seenAt: known.seenAt });
  },
};

function set(userId: string, next: Shaped<typeof visit>): void {
  store.set({ ...store.snapshot(), [userId]: next });
}
