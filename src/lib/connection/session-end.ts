import { createStore } from "../store.ts";

const store = createStore(false);

/** True when the session of this window has ended. */
export const sessionEnd = { snapshot: store.snapshot, subscribe: store.subscribe };

/** Says that the server no longer knows this window's session; the first report counts. */
export function reportSessionEnd(): void {
  if (!store.snapshot()) store.set(true);
}
