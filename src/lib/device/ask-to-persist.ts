let hasAsked = false;

/** Asks the browser, once a visit, not to clear what waits when the device runs short of space. */
export async function askToPersist(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  try {
    if ((await storage?.persisted?.()) === false) await storage?.persist?.();
  } catch {
    // A browser that does not promise this may still keep what waits.
  }
}
