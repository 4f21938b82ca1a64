import { createStore } from "../store.ts";

/** The record and its field that the person of this window types in; null while in none. */
export const typing = createStore<{ recordId: string; field: string } | null>(null);
