let ended = false;
const listeners = new Set<() => void>();

/** Says that the server no longer knows this window's session; the first report counts. */
export function reportSessionEnd(): void {
  if (ended) return;
  ended = true;
  for (const listener of listeners) listener();
}

/** Whether the session has ended; for useSyncExternalStore. */
export function sessionHasEnded(): boolean {
  return ended;
}

/** Calls back when the session ends. */
export function subscribeToSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
