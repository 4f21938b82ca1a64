import { outbox } from "../outbox/outbox.ts";
import type { NewPhoto } from "./optimistic-photo.ts";

/** The most that waits on a device: 500 MB, or this share of what the browser gives where that is less. */
const MOST_BYTES = 500 * 1024 * 1024;
const SHARE = 0.6;

let hasAsked = false;

/** True when this device has room for so many bytes more beside all that waits. A browser that tells nothing may have. */
export async function canKeep(bytes: number): Promise<boolean> {
  const { quota, usage = 0 } = await estimate();
  if (quota === undefined) return true;
  return waitingBytes() + bytes <= Math.min(MOST_BYTES, quota * SHARE) && usage + bytes <= quota;
}

/** Asks the browser, once a visit, not to clear what waits here when the device runs short of space. */
export async function askToPersist(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  try {
    if ((await storage?.persisted?.()) === false) await storage?.persist?.();
  } catch {
    // A browser that does not promise it may still keep it.
  }
}

async function estimate(): Promise<StorageEstimate> {
  // Only where the site is https or this machine.
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  try {
    return (await storage?.estimate?.()) ?? {};
  } catch {
    return {};
  }
}

function waitingBytes(): number {
  return outbox
    .snapshot()
    .operations.filter(({ kind }) => kind === "photo.add")
    .reduce((sum, { args }) => sum + (args as NewPhoto).size, 0);
}
