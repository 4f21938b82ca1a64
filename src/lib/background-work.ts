/** Something that goes on, or has failed, where it is not seen. */
export interface BackgroundWork {
  /** What it is, in the words people read. */
  text: string;
  /** How far it is, from 0 to 1; null when it has failed. */
  share: number | null;
  /** The address where it is seen in full. */
  address: string;
}

let works: readonly (BackgroundWork & { id: string })[] = [];
const listeners = new Set<() => void>();

/** The work of this window that outlives the dialog it was started in. Its owner keeps it up to date. */
export const backgroundWork = {
  snapshot: () => works,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows this work, or with null none, in place of what was shown under the id. */
  set: (id: string, work: BackgroundWork | null) => {
    const place = works.findIndex((other) => other.id === id);
    if (place < 0 && work === null) return;
    if (place < 0 && work !== null) works = [...works, { ...work, id }];
    else works = works.flatMap((other) => (other.id !== id ? other : work ? { ...work, id } : []));
    window.removeEventListener("beforeunload", askBeforeLeaving);
    if (works.length > 0) window.addEventListener("beforeunload", askBeforeLeaving);
    for (const listener of listeners) listener();
  },
};

/** Lets the browser ask before the page is left with work undone. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
