import { readFileSync, readlinkSync } from "node:fs";

/** The system's number of the calling thread; 0 when the system tells none. Only Linux does. */
export function ownThread(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return 0;
  }
}

/**
 * The milliseconds for which a thread of this process could run and had no processor; null when the system does not
 * tell.
 */
export function processorWaitMs(thread: number): number | null {
  try {
    const [, waitedNs] = readFileSync(`/proc/self/task/${thread}/schedstat`, "latin1").split(" ");
    return waitedNs === undefined ? null : Number(waitedNs) / 1e6;
  } catch {
    return null;
  }
}
