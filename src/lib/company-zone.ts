import { createStore } from "./store.ts";

/** The time zone in which the company counts days; UTC until it is known. */
export const companyZone = createStore("UTC");
