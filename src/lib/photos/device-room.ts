import { mostBytesOf, storageEstimate } from "../device/kept-room.ts";
import { outbox } from "../outbox/outbox.ts";
import type { NewPhoto } from "./optimistic-photo.ts";

let hasAsked = false;

/**
 * True when this device has room for this many more bytes beside all waiting files. It is also true for a browser that
 * reports no quota.
 */
export async function canKeep(bytes: number): Promise<boolean> {
  const { quota, usage = 0 } = await storageEstimate();
  if (quota === undefined) return true;
  return waitingBytes() + bytes <= mostBytesOf(quota) && usage + bytes <= quota;
}

/** Asks the browser, once a visit, not to clear the waiting files when the device runs short of space. */
export async function askToPersist(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  try {
    if ((await storage?.persisted?.()) === false) await storage?.persist?.();
  } catch {
    // A browser that does not promise this may still keep the files.
  }
}

function waitingBytes(): number {
  return outbox
    .snapshot()
    .operations.filter(({ kind }) => kind === "photo.add")
    .reduce((sum, { args }) => sum + (args as NewPhoto).size, 0);
}
