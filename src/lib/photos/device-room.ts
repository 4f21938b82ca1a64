import { mostBytesOf, storageEstimate } from "../device/kept-room.ts";
import { outbox } from "../outbox/outbox.ts";
import type { NewPhoto } from "./optimistic-photo.ts";

/**
 * True when this device has room for this many more bytes beside all waiting files. It is also true for a browser that
 * reports no quota.
 */
export async function canKeep(bytes: number): Promise<boolean> {
  const { quota, usage = 0 } = await storageEstimate();
  if (quota === undefined) return true;
  return waitingBytes() + bytes <= mostBytesOf(quota) && usage + bytes <= quota;
}

function waitingBytes(): number {
  return outbox
    .snapshot()
    .operations.filter(({ kind }) => kind === "photo.add")
    .reduce((sum, { args }) => sum + (args as NewPhoto).size, 0);
}
