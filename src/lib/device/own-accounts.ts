import { listOf, recordOf, text } from "../shape.ts";
import { createDeviceStore } from "./device-store.ts";

/** The earlier accounts that a person has called their own, where nothing else tells two people apart. */
export const ownAccounts = accountsOf("ownAccounts");

/** The earlier accounts that a person was told of, because their work on this device may be the person's. */
export const toldAccounts = accountsOf("toldAccounts");

/** The ids of earlier accounts that this device keeps for each person, by the person's present id. */
function accountsOf(key: string) {
  const store = createDeviceStore(key, recordOf(listOf(text)), {});
  const of = (person: string) => store.snapshot()[person] ?? [];
  return {
    has: (person: string, account: string): boolean => of(person).includes(account),
    add: (person: string, account: string): void =>
      store.set({ ...store.snapshot(), [person]: [...of(person), account] }),
  };
}
