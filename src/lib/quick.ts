import { createStore } from "./store.ts";

/** The quick help that is open over the page: the list of keys. */
export const quick = createStore<"keys" | null>(null);
