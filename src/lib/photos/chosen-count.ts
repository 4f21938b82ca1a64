import { createStore } from "../store.ts";

/** The number of photos that are chosen and not handed over yet: leaving for good would lose them. */
export const chosenCount = createStore(0);

/** False until this page has seen which photos an earlier one has left on the device: they are not counted yet. */
export const isChosenKnown = createStore(false);
