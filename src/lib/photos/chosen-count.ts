import { createStore } from "../store.ts";

/** The number of chosen photos that are not handed over yet; leaving the page would lose them. */
export const chosenCount = createStore(0);

/** False until this page knows which photos an earlier page has left on the device; until then they are not counted. */
export const isChosenKnown = createStore(false);

/** The number of photos that the page alone has, because the device could not keep them. */
export const heldCount = createStore(0);
