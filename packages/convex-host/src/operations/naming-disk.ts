import { messageOf } from "../log.ts";
import { isOfDisk, isOfFullDisk } from "../storage/disk-errors.ts";

/**
 * The error to show for a failed copy. The system's own message about a disk names no disk, and not what remains of the
 * copy; `left` is the path of what could not be removed.
 */
export function namingDisk(
  error: unknown,
  { of, to, left }: { of: string; to: string; left: string | null },
): unknown {
  if (!isOfDisk(error)) return error;
  const rest = left === null ? "Nothing of it was kept there" : `Remove ${left}`;
  const told = isOfFullDisk(error)
    ? `The disk of ${to} has no room left for ${of}. ${rest}: make room, or take another disk.`
    : `A disk failed while ${of} was written to ${to} (${messageOf(error)}). ${rest}: look after the disk, or take another one.`;
  return new Error(told, { cause: error });
}

/** Removes what is left of a failed copy. Returns its path when the disk refuses that too. */
export async function leftAfter(path: string, removal: Promise<void>): Promise<string | null> {
  return await removal.then(
    () => null,
    () => path,
  );
}
