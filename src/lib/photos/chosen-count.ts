import { createStore } from "../store.ts";

/** The number of photos that are chosen and not handed over yet: leaving for good would lose them. */
export const chosenCount = createStore(0);
