import { createStore } from "./store.ts";

/** The quick dialog over the page: the palette, the list of keys, or the recent changes. */
export const quick = createStore<"palette" | "keys" | "changes" | null>(null);
