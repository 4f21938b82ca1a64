import { statfsSync } from "node:fs";

/** The free disk that files leave to records: so many bytes, or this share of a smaller disk. */
export type DiskFloor = { freeDiskBytes: number; freeDiskShare: number };

const MiB = 1024 * 1024;

/** Records are small: with this much, people work on for weeks while somebody makes room. */
export const usualFloor: DiskFloor = { freeDiskBytes: 512 * MiB, freeDiskShare: 1 / 20 };

type Disk = { blocks: number; bavail: number; bsize: number };

/** The bytes that files may take of a disk; below 0 where the floor is reached already. */
export function roomOn({ blocks, bavail, bsize }: Disk, floor: DiskFloor): number {
  const kept = Math.min(floor.freeDiskBytes, blocks * bsize * floor.freeDiskShare);
  return bavail * bsize - kept;
}

/** The same for the disk of a folder. A file system that cannot tell has to be believed. */
export function diskRoom(folder: string, floor: DiskFloor): number {
  try {
    return roomOn(statfsSync(folder), floor);
  } catch {
    return Infinity;
  }
}
