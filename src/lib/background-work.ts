import { createStore } from "./store.ts";

/** Work that runs, waits or has failed outside of the visible page. */
export interface BackgroundWork {
  /** The description of the work for the user. */
  text: string;
  /** The progress from 0 to 1; null when nothing is moving. */
  share: number | null;
  hasFailed?: boolean;
  /** True for work that the device keeps, so that leaving the page loses nothing. */
  survivesReload?: boolean;
  /** The address that shows the work in full. */
  address: string;
  /** Discards the work; present only for work that is not moving. */
  discard?: () => void;
}

const store = createStore<readonly (BackgroundWork & { id: string })[]>([]);

/** The work of this window that outlives the dialog in which it was started. Its owner updates it. */
export const backgroundWork = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  /** Shows this work under the id, in place of earlier work; null removes it. */
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

/** Makes the browser ask before the page closes with unfinished work. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
