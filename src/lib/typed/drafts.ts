import { createStore, withEntry } from "../store.ts";

/** The typed texts, by their subject. */
const store = createStore<ReadonlyMap<string, string>>(new Map());

/** The texts that were there when somebody began to edit them. */
const bases = new Map<string, string>();

/**
 * Unsaved text by what it is for. It outlives its text area, so that neither another tab, nor a closed dialog, nor a
 * refused change loses what was typed; on the device it outlives the page.
 */
export const drafts = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  get: (key: string): string | undefined => store.snapshot().get(key),
  set: (key: string, text: string) => put(key, text),
  /** Begins to edit a text that is there. */
  begin: (key: string, text: string) => {
    bases.set(key, text);
    put(key, text);
  },
  /** Goes on from another text than the one that was there when the editing began. */
  rebase: (key: string, text: string) => {
    bases.set(key, text);
    store.set(store.snapshot());
  },
  /** The text that was there when the editing began. */
  baseOf: (key: string): string | undefined => bases.get(key),
  clear: (key: string) => put(key, undefined),
  /** The notes of a unit whose edit is unsaved, by what their drafts are for. */
  editsOf: (unitId: string) =>
    [...store.snapshot().keys()].filter((key) => key.startsWith(`${unitId}/`)),
  /** Goes on with a text under another subject: the server has named its note. */
  move: (key: string, to: string) => {
    const base = bases.get(key);
    if (base !== undefined) bases.set(to, base);
    put(to, store.snapshot().get(key));
    put(key, undefined);
  },
  /** Puts refused text back, before what has been typed since. */
  restore: (key: string, text: string) => {
    const since = drafts.get(key)?.trim() ?? "";
    put(key, since === "" ? text : `${text}\n\n${since}`);
  },
  /** Shows what the device has of a subject; undefined where it has nothing any more. */
  recall: (key: string, kept: { text: string; base?: string | undefined } | undefined) => {
    if (kept?.base !== undefined) bases.set(key, kept.base);
    put(key, kept?.text);
  },
};

/** The subject of an edited note's draft; that of a new note is its unit. */
export function editKey({ unitId, id }: { unitId: string; id: string }): string {
  return `${unitId}/${id}`;
}

/** The subject of what was typed in a form. */
export function formKey(place: string): string {
  return `form ${place}`;
}

function put(key: string, text: string | undefined): void {
  store.set(withEntry(store.snapshot(), key, text));
}
