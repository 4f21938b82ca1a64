import { listOf, objectOf, text } from "../shape.ts";
import { createDeviceStore } from "./device-store.ts";

/** The largest number of remembered ids. */
const MAX = 20;

const store = createDeviceStore("recents", objectOf({ person: text, ids: listOf(text) }), {
  person: "",
  ids: [],
});

const NONE: readonly string[] = [];

/**
 * The units, projects, pages and acts that a person went to last on this device, as ids with their kind; names are not
 * kept.
 */
export const recents = {
  subscribe: store.subscribe,

  /** The ids of this person, the latest first. */
  of: (person: string): readonly string[] => {
    const kept = store.snapshot();
    return kept.person === person ? kept.ids : NONE;
  },

  note: (person: string, id: string): void => {
    const before = recents.of(person);
    if (before[0] === id) return;
    store.set({ person, ids: [id, ...before.filter((other) => other !== id)].slice(0, MAX) });
  },

  drop: (): void => store.set({ person: "", ids: [] }),
};
