import { createStore, type Followed } from "../store.ts";

/** A version of the app that is newer than this page; a call goes over to it. */
export interface NewVersion {
  takeOver: () => void;
}

const store = createStore<NewVersion | null>(null);

/** The newer version that waits for this page, if there is one. */
export const newVersion: Followed<NewVersion | null> = store;

/** Says that a newer version waits. */
export function announceNewVersion(version: NewVersion): void {
  store.set(version);
}
