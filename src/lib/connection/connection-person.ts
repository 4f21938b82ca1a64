import { createStore } from "../store.ts";

/** The id of the person as whom the live connection of this page is signed in; null until the server has told. */
export const connectionPerson = createStore<string | null>(null);
