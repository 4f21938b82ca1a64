import { createStore } from "../store.ts";

/** The record and field in which the person in this window types; null in none. */
export const typing = createStore<{ recordId: string; field: string } | null>(null);
