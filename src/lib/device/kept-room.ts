/** The limit for files on a device: 500 MB, or this share of the browser's quota if that is less. */
const MOST_BYTES = 500 * 1024 * 1024;
const SHARE = 0.6;

/** The longest wait in ms for the browser's answer about its storage; some browsers never answer. */
const ANSWER_MS = 2000;

/** The most bytes that the app keeps in a quota of this many. */
export function mostBytesOf(quota: number): number {
  return Math.min(MOST_BYTES, quota * SHARE);
}

/** The estimate that the browser makes of its storage; nothing when it does not answer. */
export async function storageEstimate(): Promise<StorageEstimate> {
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

/** True when this many more bytes fit into the limit for all that the app keeps. Not so for an unknown quota. */
export async function isRoomToKeep(bytes: number): Promise<boolean> {
  const { quota, usage = 0 } = await storageEstimate();
  return quota !== undefined && usage + bytes <= mostBytesOf(quota);
}
