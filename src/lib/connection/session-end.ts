import { createStore } from "../store.ts";

const store = createStore(false);

/** True when the session of this window has ended. */
export const sessionEnd = { snapshot: store.snapshot, subscribe: store.subscribe };

/** Reports that the server no longer knows this window's session; only the first report has an effect. */
export function reportSessionEnd(): void {
  if (!store.snapshot()) store.set(true);
}
