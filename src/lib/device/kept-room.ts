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
  return (await inTime(async () => await storage?.estimate?.())) ?? {};
}

/** The answer of the browser; undefined when it fails or does not arrive in time. */
export async function inTime<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS, undefined);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The bytes that fit beside all that the app keeps; less than 0 when that is over the limit, and null when the browser
 * tells no quota.
 */
export async function roomToKeep(): Promise<number | null> {
  const { quota, usage = 0 } = await storageEstimate();
  return quota === undefined ? null : mostBytesOf(quota) - usage;
}
