import { createStore } from "./store.ts";

/** Something that goes on, waits or has failed where it is not seen. */
export interface BackgroundWork {
  /** The name of the work, in the words people read. */
  text: string;
  /** The progress of the work, from 0 to 1; null when nothing moves. */
  share: number | null;
  hasFailed?: boolean;
  /** True for work that is kept on the device, so that leaving the page loses nothing. */
  survivesReload?: boolean;
  /** The address where it is seen in full. */
  address: string;
  /** Gives it up; only what does not move can be given up from afar. */
  discard?: () => void;
}

const store = createStore<readonly (BackgroundWork & { id: string })[]>([]);

/** The work of this window that outlives the dialog it was started in. Its owner keeps it up to date. */
export const backgroundWork = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  /** Shows this work, or with null none, in place of what was shown under the id. */
  set: (id: string, work: BackgroundWork | null) => {
    const works = store.snapshot();
    const isKnown = works.some((other) => other.id === id);
    if (!isKnown && work === null) return;
    const shown = work === null ? [] : [{ ...work, id }];
    const next = isKnown
      ? works.flatMap((other) => (other.id === id ? shown : [other]))
      : [...works, ...shown];
    window.removeEventListener("beforeunload", askBeforeLeaving);
    const isLostOnLeaving = next.some(({ survivesReload }) => survivesReload !== true);
    if (isLostOnLeaving) window.addEventListener("beforeunload", askBeforeLeaving);
    store.set(next);
  },
};

/** Lets the browser ask before the page is left with work undone. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
