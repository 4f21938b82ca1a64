import { useSyncExternalStore } from "react";

const typedByKey = new Map<string, string>();
const listeners = new Set<() => void>();

/**
 * Unsaved text by what it is for. It outlives its text area, so that neither another tab, nor a closed dialog, nor a
 * refused change loses what was typed.
 */
export const drafts = {
  get: (key: string): string | undefined => typedByKey.get(key),
  set: (key: string, text: string) => change(() => typedByKey.set(key, text)),
  clear: (key: string) => change(() => typedByKey.delete(key)),
  /** The notes of a unit whose edit is unsaved, by what their drafts are for. */
  editsOf: (unitId: string) => [...typedByKey.keys()].filter((key) => key.startsWith(`${unitId}/`)),
  /** Puts refused text back, before what has been typed since. */
  restore: (key: string, text: string) => {
    const since = typedByKey.get(key)?.trim() ?? "";
    change(() => typedByKey.set(key, since === "" ? text : `${text}\n\n${since}`));
  },
};

/** What the draft of an edited note is for; that of a new note is for its unit. */
export function editKey({ unitId, id }: { unitId: string; id: string }): string {
  return `${unitId}/${id}`;
}

/** The unsaved text for this key, live; undefined when nothing is being written. */
export function useDraft(key: string): string | undefined {
  return useSyncExternalStore(subscribe, () => typedByKey.get(key));
}

function change(apply: () => void): void {
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
