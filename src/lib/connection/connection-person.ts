import { createStore } from "../store.ts";

/** The id of the person that the live connection of this page is signed in as; null until the server has sent it. */
export const connectionPerson = createStore<string | null>(null);
