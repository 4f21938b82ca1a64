import { createStore } from "./store.ts";

/** The quick help that is open over the page: the palette, the list of keys, or what the person did. */
export const quick = createStore<"palette" | "keys" | "changes" | null>(null);
