import { listOf, recordOf, text } from "../shape.ts";
import { createDeviceStore } from "./device-store.ts";

/** The ids of the earlier accounts that each person has called their own on this device, by the person's present id. */
const store = createDeviceStore("ownAccounts", recordOf(listOf(text)), {});

/** The earlier accounts that a person has called their own, where nothing else tells two people apart. */
export const ownAccounts = {
  has: (person: string, account: string): boolean =>
    store.snapshot()[person]?.includes(account) ?? false,

  add: (person: string, account: string): void =>
    store.set({ ...store.snapshot(), [person]: [...(store.snapshot()[person] ?? []), account] }),
};
