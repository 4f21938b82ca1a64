import { createStore } from "../store.ts";

/** The reason why the device does not take a typed text now. */
export type Unkept = "full" | "failed";

/** The reason while the device does not take a typed text, which is written again in a while; else null. */
export const textUnkept = createStore<Unkept | null>(null);
