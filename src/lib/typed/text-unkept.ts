import { createStore } from "../store.ts";

/** True while the device does not take a typed text, which is written again in a while. */
export const isTextUnkept = createStore(false);
