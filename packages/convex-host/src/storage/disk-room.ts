import { statfsSync } from "node:fs";

/** The free disk that files leave to records: so many bytes, or this share of a smaller disk. */
export type DiskFloor = { freeDiskBytes: number; freeDiskShare: number };

const MiB = 1024 * 1024;

/** The default floor. Records are small: with this much, people work on for weeks while an administrator makes room. */
export const usualFloor: DiskFloor = { freeDiskBytes: 512 * MiB, freeDiskShare: 1 / 20 };

type Disk = { blocks: number; bavail: number; bsize: number };

/** The bytes that files may still take of a disk; below 0 when the floor is reached already. */
export function roomOn({ blocks, bavail, bsize }: Disk, floor: DiskFloor): number {
  const kept = Math.min(floor.freeDiskBytes, blocks * bsize * floor.freeDiskShare);
  return bavail * bsize - kept;
}

/** The same for the disk of a folder. A file system that reports nothing counts as one with room. */
export function diskRoom(folder: string, floor: DiskFloor): number {
  try {
    return roomOn(statfsSync(folder), floor);
  } catch {
    return Infinity;
  }
}
