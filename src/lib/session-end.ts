import { createStore } from "./store.ts";

const store = createStore(false);

/** Whether the session of this window has ended. */
export const sessionEnd = { snapshot: store.snapshot, subscribe: store.subscribe };

/** Says that the server no longer knows this window's session; the first report counts. */
export function reportSessionEnd(): void {
  if (!store.snapshot()) store.set(true);
}
