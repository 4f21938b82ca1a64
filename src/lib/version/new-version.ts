import { createStore, type Followed } from "../store.ts";

/** A newer version of the app than this page; `takeOver` switches to it. */
export interface NewVersion {
  takeOver: () => void;
}

const store = createStore<NewVersion | null>(null);

/** The newer version that waits for this page, if there is one. */
export const newVersion: Followed<NewVersion | null> = store;

/** Reports that a newer version is waiting. */
export function announceNewVersion(version: NewVersion): void {
  store.set(version);
}
