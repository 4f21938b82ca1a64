import { inTime, mostBytesOf, storageEstimate } from "../device/kept-room.ts";
import { dropFileCopies } from "../device/second-copy.ts";
import { outbox } from "../outbox/outbox.ts";
import type { NewPhoto } from "./optimistic-photo.ts";

/**
 * True when this device has room for this many more bytes beside all waiting files. It is also true for a browser that
 * reports no quota. The second copies of files make room first.
 */
export async function canKeep(bytes: number): Promise<boolean> {
  const { quota, usage = 0 } = await storageEstimate();
  if (quota === undefined) return true;
  if (waitingBytes() + bytes > mostBytesOf(quota)) return false;
  if (usage + bytes <= quota) return true;
  await inTime(dropFileCopies);
  const { usage: left = 0 } = await storageEstimate();
  return left + bytes <= quota;
}

function waitingBytes(): number {
  return outbox
    .snapshot()
    .operations.filter(({ kind }) => kind === "photo.add")
    .reduce((sum, { args }) => sum + (args as NewPhoto).size, 0);
}
