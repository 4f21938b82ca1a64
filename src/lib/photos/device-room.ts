import { outbox } from "../outbox/outbox.ts";
import type { NewPhoto } from "./optimistic-photo.ts";

/** The limit for waiting files on a device: 500 MB, or this share of the browser's quota if that is less. */
const MOST_BYTES = 500 * 1024 * 1024;
const SHARE = 0.6;

/** The longest wait in ms for the browser's answer about its storage; some browsers never answer. */
const ANSWER_MS = 2000;

let hasAsked = false;

/**
 * True when this device has room for this many more bytes beside all waiting files. It is also true for a browser that
 * reports no quota.
 */
export async function canKeep(bytes: number): Promise<boolean> {
  const { quota, usage = 0 } = await estimate();
  if (quota === undefined) return true;
  return waitingBytes() + bytes <= Math.min(MOST_BYTES, quota * SHARE) && usage + bytes <= quota;
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

/** The estimate that the browser makes of its storage; nothing when it does not answer. */
async function estimate(): Promise<StorageEstimate> {
  // The storage manager exists only on https and on localhost.
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<StorageEstimate>((resolve) => {
    timer = setTimeout(() => resolve({}), ANSWER_MS);
  });
  try {
    return await Promise.race([storage?.estimate?.() ?? {}, late]);
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}

function waitingBytes(): number {
  return outbox
    .snapshot()
    .operations.filter(({ kind }) => kind === "photo.add")
    .reduce((sum, { args }) => sum + (args as NewPhoto).size, 0);
}
