import { quietly } from "../device/quietly.ts";
import { createStore, type Followed } from "../store.ts";

/** The selected records of a list. They stay selected while a filter hides them. */
export interface RecordSelection extends Followed<ReadonlySet<string>> {
  /** The key under which session storage keeps the selection for a reload. */
  key: string;
  /** Sets the order of the shown records, without those that a filter hides. */
  show: (ids: readonly string[]) => void;
  /** Selects or deselects a record. */
  toggle: (id: string) => void;
  /** Selects all shown records from the last toggled one up to this one. */
  extendTo: (id: string) => void;
  /** Selects these records in addition. */
  add: (ids: readonly string[]) => void;
  /** Selects exactly these records. */
  set: (ids: readonly string[]) => void;
  clear: () => void;
}

/** A selection that is empty, or has the ids that session storage holds under this key. */
export function createRecordSelection(key = ""): RecordSelection {
  const kept = quietly(() => sessionStorage.getItem(key))?.split(" ");
  const store = createStore<ReadonlySet<string>>(new Set(kept));
  let order: readonly string[] = [];
  let anchor: string | null = null;
  const add = (ids: readonly string[]) => store.set(new Set([...store.snapshot(), ...ids]));
  return {
    ...{ key, snapshot: store.snapshot, subscribe: store.subscribe, add },
    show: (ids) => {
      order = ids;
    },
    toggle: (id) => {
      anchor = id;
      const next = new Set(store.snapshot());
      if (!next.delete(id)) next.add(id);
      store.set(next);
    },
    extendTo: (id) => {
      const from = anchor === null ? -1 : order.indexOf(anchor);
      const to = order.indexOf(id);
      if (from < 0) anchor = id;
      if (from < 0 || to < 0) add([id]);
      else add(order.slice(Math.min(from, to), Math.max(from, to) + 1));
    },
    set: (ids) => store.set(new Set(ids)),
    clear: () => {
      anchor = null;
      if (store.snapshot().size > 0) store.set(new Set());
    },
  };
}
